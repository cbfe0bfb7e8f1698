import type { Request, RequestHandler } from 'express'
import { ApiError } from '../errors/api-error.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Lets only our own pages change anything: what browsers say of where a request comes from cannot be
 * forged by a page. Callers that are no browsers say nothing and have no cookie to abuse.
 * @param publicUrl where browsers reach the service.
 */
export function sameSiteOnly(publicUrl: string): RequestHandler {
  const ours = new URL(publicUrl).origin
  return (req, _res, next) => {
    if (!safe.has(req.method) && isFromElsewhere(req, ours))
      throw new ApiError(
        'cross_site',
        `This request came from ${originOf(req)}, and this server is ${ours}. If that is your own address, the operator must correct PUBLIC_URL or let the proxy pass on the Host header.`,
      )
    next()
  }
}

const originOf = (req: Request) => req.get('origin')?.slice(0, 255) ?? 'a page of another site'

function isFromElsewhere(req: Request, ours: string): boolean {
  const site = req.get('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = req.get('origin')
  // Where the server is reached by another name than the public one, a proxy has to hand on Host as it came.
  if (origin === undefined || origin === ours) return false
  return !URL.canParse(origin) || new URL(origin).host !== req.get('host')
}

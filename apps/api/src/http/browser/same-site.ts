import type { Request, RequestHandler } from 'express'
import { ApiError } from '../errors/api-error.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Allows changes only from our own pages. Pages cannot forge the origin that browsers send. Other clients send no origin, and
 * have no cookie to abuse.
 * @param publicUrl The URL of the service for browsers.
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
  // If the server has another name than the public one, a proxy must pass on the original Host.
  if (origin === undefined || origin === ours) return false
  return !URL.canParse(origin) || new URL(origin).host !== req.get('host')
}

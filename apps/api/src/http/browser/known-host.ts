import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { ApiError } from '../errors/api-error.ts'

/**
 * Refuses requests for host names of other sites. With DNS rebinding, another site points its own name at this server, and
 * its pages then share an origin with it. IP addresses are safe, and so are names without a dot, which are not in public DNS
 * and which proxies use for their upstreams.
 *
 * @param publicUrl The URL of the service for browsers.
 */
export function knownHostOnly(publicUrl: string): RequestHandler {
  const ours = new URL(publicUrl).hostname
  const isOurs = (name: string) => name === ours || isLocal(name)
  return (req, _res, next) => {
    const stranger = namesOf(req).find((given) => !isOurs(hostnameOf(given)))
    if (stranger === undefined) return next()
    throw new ApiError(
      'unknown_host',
      `The request asks for the host "${stranger.slice(0, 255)}", and this server is ${publicUrl}. Use that address, or ask the operator to change PUBLIC_URL.`,
    )
  }
}

/** The hosts of a request: its Host header, and X-Forwarded-Host of a trusted proxy. */
function namesOf(req: Request): string[] {
  const { host } = req.headers
  const forwarded = req.app.get('trust proxy fn') as (address: string | undefined, at: number) => boolean
  const original = forwarded(req.socket.remoteAddress, 0) ? req.get('x-forwarded-host') : undefined
  return [host, ...(original?.split(',').map((name) => name.trim()) ?? [])].filter((name) => name !== undefined)
}

/** Lower case, without the port and a trailing dot. IPv6 addresses keep their brackets. */
function hostnameOf(host: string): string {
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : ''
}

const isLocal = (name: string) =>
  isIP(name.replaceAll(/^\[|\]$/g, '')) > 0 || name.endsWith('.localhost') || (name !== '' && !name.includes('.'))

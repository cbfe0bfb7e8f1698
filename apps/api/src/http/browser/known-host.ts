import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { ApiError } from '../errors/api-error.ts'

/**
 * Refuses requests to names that are not this server's. A page of another site can have its own name resolve to this
 * server (DNS rebinding) and is then of one origin with it. An address is never such a name, nor is a name without a dot,
 * which the public DNS does not have and which proxies use for their upstreams.
 *
 * @param publicUrl where browsers reach the service.
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

/** The hosts that a request names: its own header, and the one of a proxy that is trusted. */
function namesOf(req: Request): string[] {
  const { host } = req.headers
  const forwarded = req.app.get('trust proxy fn') as (address: string | undefined, at: number) => boolean
  const original = forwarded(req.socket.remoteAddress, 0) ? req.get('x-forwarded-host') : undefined
  return [host, ...(original?.split(',').map((name) => name.trim()) ?? [])].filter((name) => name !== undefined)
}

/** Lower-case, without the port and the dot of a full name; an IPv6 address keeps its brackets. */
function hostnameOf(host: string): string {
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : ''
}

const isLocal = (name: string) =>
  isIP(name.replaceAll(/^\[|\]$/g, '')) > 0 || name.endsWith('.localhost') || (name !== '' && !name.includes('.'))

import { Buffer } from 'node:buffer'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { ReceivedRequest } from './listener.ts'

/** The result of a forwarded delivery. */
export interface Forwarded {
  /** HTTP status of the receiver, or null without a response. */
  readonly status: number | null
  /** Reason why there is no response. */
  readonly error: string | null
  readonly ms: number
}

// The server waits equally long for a receiver.
const timeoutMs = 15_000

// Headers of the connection and of proxies.
const hopHeader =
  /^(host|connection|keep-alive|transfer-encoding|content-length|te|trailer|upgrade|expect|via|forwarded|x-forwarded-.*|x-real-ip|x-request-id)$/i

/**
 * The URL of `--forward-to`: an HTTP or HTTPS URL, a host with its port, or a port.
 *
 * @throws Error for any other value.
 */
export function targetOf(text: string): URL {
  const address = /^\d+$/.test(text) ? `localhost:${text}` : text
  const url = parse(address.includes('://') ? address : `http://${address}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Error(`--forward-to must be an address such as http://localhost:4242/webhooks, not "${text}"`)
  return url
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Forwards a delivery with the same headers in the same order and the same bytes. Follows no redirect. Never throws. */
export function forward({ headers, body }: ReceivedRequest, target: URL, signal: AbortSignal): Promise<Forwarded> {
  const bytes = Buffer.from(body, 'base64')
  const sent = headers.filter(({ name }) => !hopHeader.test(name)).flatMap(({ name, value }) => [name, value])
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (status: number | null, error: string | null) => {
      clearTimeout(timer)
      resolve({ status, error, ms: Math.round(performance.now() - started) })
    }
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(target, {
      method: 'POST',
      headers: ['Host', target.host, ...sent, 'Content-Length', String(bytes.length)],
      agent: false,
      signal,
    })
    const timer = setTimeout(() => request.destroy(new Error(`no response within ${timeoutMs / 1_000} s`)), timeoutMs)
    request.on('response', (response) => {
      response
        .on('end', () => end(response.statusCode ?? null, null))
        .on('error', (error) => end(null, reasonOf(error)))
        .resume()
    })
    request.on('error', (error) => end(null, reasonOf(error)))
    request.end(bytes)
  })
}

function reasonOf(error: Error & { code?: string }): string {
  // Contains an error for each address that was tried.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return reasonOf(error.errors[0])
  if (error.code === 'ECONNREFUSED') return 'connection refused'
  return error.message || error.code || 'the connection was closed'
}

import { Buffer } from 'node:buffer'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { ReceivedRequest } from './listener.ts'

/** What became of a delivery that was forwarded. */
export interface Forwarded {
  /** What the receiver answered; null when it did not. */
  readonly status: number | null
  /** Why there is no answer. */
  readonly error: string | null
  readonly ms: number
}

// As long as the service waits for a receiver.
const timeoutMs = 15_000

// What belongs to the connection by which it came, or was added by proxies on that way.
const ofTheWay =
  /^(host|connection|keep-alive|transfer-encoding|content-length|te|trailer|upgrade|expect|via|forwarded|x-forwarded-.*|x-real-ip|x-request-id)$/i

/**
 * Where `--forward-to` leads: an http or https URL, or without a scheme a host with its port.
 * @throws Error when it is neither.
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

/** Sends a delivery on as it came: the same headers in the same order, the same bytes. Follows nothing, never throws. */
export function forward({ headers, body }: ReceivedRequest, target: URL, signal: AbortSignal): Promise<Forwarded> {
  const bytes = Buffer.from(body, 'base64')
  const sent = headers.filter(({ name }) => !ofTheWay.test(name)).flatMap(({ name, value }) => [name, value])
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
    const timer = setTimeout(() => request.destroy(new Error(`no answer within ${timeoutMs / 1_000} s`)), timeoutMs)
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
  // One for each address that was tried.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return reasonOf(error.errors[0])
  if (error.code === 'ECONNREFUSED') return 'nothing listens there'
  return error.message || error.code || 'the connection broke off'
}

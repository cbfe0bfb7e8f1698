import { ConfigError } from '../errors/error-base.ts'
import type { WebAbortSignal } from '../config/web-types.ts'

/** Options of one call; they win over the client's. */
export interface RequestOptions {
  readonly signal?: WebAbortSignal | undefined
  /** Milliseconds for one attempt. */
  readonly timeout?: number | undefined
  /** Milliseconds for the whole call. */
  readonly deadline?: number | undefined
  readonly maxRetries?: number | undefined
  readonly maxRetryAfterMs?: number | undefined
  /** Added to the request; `null` takes one of ours away. */
  readonly headers?: Readonly<Record<string, string | null | undefined>> | undefined
  /** Of a POST; sent again within 24 hours it gets the first answer again. */
  readonly idempotencyKey?: string | undefined
}

type QueryValue = string | number | boolean | Date | null | undefined
export type Query = Readonly<Record<string, QueryValue | readonly (string | number)[]>>

/** One operation of the API. `Body` is the answer on the wire, `T` what the caller gets. */
export interface Call<Body, T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: readonly (string | number)[]
  readonly query?: Query | undefined
  readonly body?: unknown
  /** Undefined when the body is not what it should be. */
  readonly decode: (body: Body, status: number) => T | undefined
}

/** A path of encoded segments. An empty or dotted one would reach another operation, so it is refused. */
export function toPath(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${encodeSegment(segment)}`).join('')
}

function encodeSegment(segment: unknown): string {
  const text = typeof segment === 'number' && Number.isInteger(segment) ? String(segment) : segment
  if (typeof text !== 'string' || /^(\.{0,2}|\s+)$/.test(text)) {
    throw new ConfigError(
      `An id has to be a whole number or a text, not ${typeof segment === 'object' ? 'an object' : (JSON.stringify(segment) ?? 'undefined')}`,
    )
  }
  return encodeURIComponent(text)
}

/** `?a=1&b=2`, or nothing; dates as ISO texts, null and undefined left out. */
export function toQuery(query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    // An empty list left out would ask for everything.
    if (Array.isArray(value) && value.length === 0) throw new ConfigError(`${name} is a list without values`)
    if (value !== undefined && value !== null) params.set(name, value instanceof Date ? toIso(value) : String(value))
  }
  return params.size === 0 ? '' : `?${params.toString()}`
}

/** @throws {ConfigError} when the date is none, say of a text that could not be parsed. */
export function toIso(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new ConfigError('A date that is passed is invalid')
  return date.toISOString()
}

export function toHeaders(
  ours: Readonly<Record<string, string | undefined>>,
  theirs: RequestOptions['headers'] = {},
): Headers {
  const headers = new Headers()
  try {
    for (const [name, value] of [...Object.entries(ours), ...Object.entries(theirs)]) {
      if (value === null) headers.delete(name)
      else if (value !== undefined) headers.set(name, value)
    }
  } catch {
    throw new ConfigError('A header has a name or a value that HTTP does not allow')
  }
  return headers
}

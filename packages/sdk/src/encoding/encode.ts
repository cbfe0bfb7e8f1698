import { dated } from './dates.ts'
import { ConfigError } from '../errors/error-base.ts'

/** A value of a query: a list is sent with commas between its values; null and undefined are left out. */
export type QueryValue = string | number | boolean | Date | readonly (string | number)[] | null | undefined
/** Query parameters by name. */
export type Query = Readonly<Record<string, QueryValue>>

/** A path of encoded segments. An empty or dotted one would reach another operation, so it is refused. */
export function toPath(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${encodeSegment(segment)}`).join('')
}

function encodeSegment(segment: unknown): string {
  const text = typeof segment === 'number' && Number.isInteger(segment) ? String(segment) : segment
  if (typeof text !== 'string' || /^(\.{0,2}|\s+)$/.test(text))
    throw new ConfigError(`An id has to be a whole number or a text, not ${shown(segment)}`)
  return encodeURIComponent(text)
}

export const shown = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : String(value))

/** The segments of a path that a caller wrote, such as `/matters/7`. */
export function segmentsOf(path: string): string[] {
  if (!/^\/[^/?#][^?#]*$/.test(path) || path.includes('//'))
    throw new ConfigError(`${shown(path)} is no path below the base URL, such as /matters/7; parameters go into query`)
  return path.slice(1).split('/')
}

/** `?a=1&b=2`, or nothing; null and undefined are left out. */
export function toQuery(query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    // An empty list left out would ask for everything.
    if (Array.isArray(value) && value.length === 0) throw new ConfigError(`${name} is a list without values`)
    if (value !== undefined && value !== null) params.set(name, String(dated(name, value)))
  }
  return params.size === 0 ? '' : `?${params.toString()}`
}

/** @throws {ConfigError} when the body has what JSON has not, such as NaN, which would arrive as null and clear a field. */
export function toJson(body: unknown): string {
  try {
    return JSON.stringify(body, function (this: Readonly<Record<string, unknown>>, name: string, value: unknown) {
      if (typeof value === 'number' && !Number.isFinite(value))
        throw new ConfigError(`${name} is ${value}, which JSON does not have`)
      // A Date has become a text in `value` already.
      return dated(name, this[name] instanceof Date ? this[name] : value)
    })
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(`The body cannot be sent as JSON: ${String(cause)}`, { cause })
  }
}

/** Ours, with those of the caller put over them; null takes one away. */
export function toHeaders(
  ours: Readonly<Record<string, string | undefined>>,
  theirs: Readonly<Record<string, string | null | undefined>> = {},
): Headers {
  const headers = new Headers()
  for (const [name, value] of [...Object.entries(ours), ...Object.entries(theirs)]) {
    if (value !== undefined && !value && /^if-match$/i.test(name))
      throw new ConfigError(
        `${name} is ${shown(value)}: without an ETag the write would overwrite what others wrote; leave it out to do that`,
      )
    try {
      if (value === null) headers.delete(name)
      else if (value !== undefined) headers.set(name, value)
    } catch {
      throw new ConfigError('A header has a name or a value that HTTP does not allow')
    }
  }
  return headers
}

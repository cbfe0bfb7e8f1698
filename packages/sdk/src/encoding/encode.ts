import { dated } from './dates.ts'
import { ConfigError } from '../errors/error-base.ts'

/**
 * A value of a query parameter. Values of an array are joined with commas, and `external_id` is repeated. An object is sent as `name[key]=value`. Null and
 * undefined are left out.
 */
export type QueryValue =
  | string
  | number
  | boolean
  | Date
  | readonly (string | number)[]
  | Readonly<Record<string, string>>
  | null
  | undefined
/** Query parameters by name. */
export type Query = Readonly<Record<string, QueryValue>>

/**
 * A path of encoded segments. An empty or dotted segment would reach another operation.
 * @throws {ConfigError} if a segment is invalid.
 */
export function toPath(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${encodeSegment(segment)}`).join('')
}

function encodeSegment(segment: unknown): string {
  const text = typeof segment === 'number' && Number.isInteger(segment) ? String(segment) : segment
  if (typeof text !== 'string' || /^(\.{0,2}|\s+)$/.test(text))
    throw new ConfigError(`An ID in a path must be an integer or a string, not ${formatValue(segment)}`)
  return encodeURIComponent(text)
}

export const formatValue = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value)

/** The segments of a path such as `/matters/7`. */
export function segmentsOf(path: string): string[] {
  if (!/^\/[^/?#][^?#]*$/.test(path) || path.includes('//'))
    throw new ConfigError(`path must be such as /matters/7, not ${formatValue(path)}. Pass parameters as query`)
  return path.slice(1).split('/')
}

/** `?a=1&b=2`, or an empty string. Null and undefined are left out. */
export function toQuery(query: Query = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const isPairs = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    // An empty list left out would ask for everything.
    if ((Array.isArray(value) || isPairs) && Object.keys(value).length === 0)
      throw new ConfigError(`${name} must not be empty`)
    // Its values can contain commas.
    if (Array.isArray(value) && name === 'external_id') for (const id of value) params.append(name, String(id))
    else if (isPairs) for (const [key, text] of Object.entries(value)) params.set(`${name}[${key}]`, String(text))
    else if (value !== undefined && value !== null) params.set(name, String(dated(name, value)))
  }
  return params.size === 0 ? '' : `?${params.toString()}`
}

/** @throws {ConfigError} if the body contains a value that JSON does not have. NaN would be sent as null and clear a field. */
export function toJson(body: unknown): string {
  const byKey = new Set<unknown>()
  try {
    return JSON.stringify(body, function (this: Readonly<Record<string, unknown>>, name: string, value: unknown) {
      // The keys are the caller's, so their names do not tell the type.
      if (byKey.has(this)) return value
      if (/^(metadata|custom_fields)$/.test(name)) byKey.add(value)
      if (typeof value === 'number' && !Number.isFinite(value))
        throw new ConfigError(`${name} must be a finite number, not ${value}`)
      // A Date is already a string in `value`.
      return dated(name, this[name] instanceof Date ? this[name] : value)
    })
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(`The body cannot be converted to JSON: ${String(cause)}`, { cause })
  }
}

/** The headers of the SDK, replaced by the headers of the caller. Null removes a header. */
export function toHeaders(
  defaults: Readonly<Record<string, string | undefined>>,
  overrides: Readonly<Record<string, string | null | undefined>> = {},
): Headers {
  const headers = new Headers()
  for (const [name, value] of [...Object.entries(defaults), ...Object.entries(overrides)]) {
    if (value !== undefined && !value && /^if-match$/i.test(name))
      throw new ConfigError(`${name} must be an ETag, not ${formatValue(value)}. Leave it out to overwrite`)
    try {
      if (value === null) headers.delete(name)
      else if (value !== undefined) headers.set(name, value)
    } catch {
      throw new ConfigError(`The header ${name} has characters that HTTP does not allow`)
    }
  }
  return headers
}

import type { IncomingMessage } from 'node:http'
import { HungUpError } from '@matterbase/db'
import { parse as parseContentType } from 'content-type'
import { ApiError } from '../errors/api-error.ts'
import { stateOf } from '../log/request-state.ts'
import { readBytes } from './read-bytes.ts'
import type { BodyLimits } from './read-bytes.ts'

export interface Body {
  readonly bytes: Buffer
  readonly value?: unknown
  /** The error of bytes that are not JSON. */
  readonly error?: ApiError
}

interface Limits extends BodyLimits {
  /** Parses a body in its turn, so that it does not delay other requests. */
  readonly inTurn?: <T>(parse: () => T) => Promise<T>
}

/** Smaller bodies parse faster than a turn takes. */
const smallBytes = 32 * 1024

/**
 * The body of a request, or undefined without one.
 * @throws ApiError payload_too_large, unsupported_media_type, overloaded.
 */
export async function readBody(req: IncomingMessage, limits: Limits): Promise<Body | undefined> {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': chunked } = req.headers
  if (chunked === undefined && (length === undefined || length === '0')) return undefined
  if (!isJson(type))
    throw new ApiError(
      'unsupported_media_type',
      type === undefined
        ? 'The body has no Content-Type. Send `Content-Type: application/json`.'
        : `The body must be application/json in UTF-8, not ${type.slice(0, 100)}`,
    )
  const bytes = await readBytes(req, limits).catch((error: unknown) => {
    throw error instanceof ApiError || error instanceof HungUpError
      ? error
      : notJson('could not be read to its end. Send it again.')
  })
  stateOf(req).body = bytes
  // A chunked or compressed body can be empty.
  if (bytes.length === 0) return undefined
  const { inTurn } = limits
  const parse = () => parsed(bytes)
  return { bytes, ...(inTurn && bytes.length > smallBytes ? await inTurn(parse) : parse()) }
}

function isJson(contentType = ''): boolean {
  // The usual value needs no parsing.
  if (contentType === 'application/json') return true
  const { type, parameters } = parseContentType(contentType)
  const { charset = 'utf-8' } = parameters
  return /^application\/(?:json|[\w.-]+\+json)$/.test(type) && /^utf-?8$/i.test(charset)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parsed(bytes: Buffer): Omit<Body, 'bytes'> {
  if (isDeep(bytes)) return { error: notJson(`is nested more than ${mostLevels} levels deep`) }
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { error: notJson('is not valid UTF-8') }
  }
  try {
    return { value: longNumber.test(text) ? JSON.parse(text, withoutRounding) : JSON.parse(text) }
  } catch (error) {
    return { error: notJson(`is not valid JSON: ${(error as SyntaxError).message}`) }
  }
}

/** A number with more digits than a double keeps has at least 16. */
const longNumber = /[\d.]{16}/

/** Numbers that JSON.parse would round become NaN, which no field takes: what was sent is kept or refused. */
function withoutRounding(_key: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  return typeof value === 'number' && isRounded(value, source) ? Number.NaN : value
}

/** The digits of a number without those that say only where its point is. */
const digitsOf = (text: string) =>
  text
    .replace(/e.*$/i, '')
    .replaceAll(/[-.]/g, '')
    .replaceAll(/^0+|0+$/g, '')

const isRounded = (value: number, source: string) =>
  Number.isFinite(value) && digitsOf(source) !== digitsOf(String(value))

const notJson = (why: string) => new ApiError('invalid_json', `The body ${why}`)

/** Far more levels than any operation has, so that later code can recurse safely. */
const mostLevels = 100

const [quote, backslash] = [0x22, 0x5c]
// The codes of braces. With this bit, brackets have the same codes.
const [opening, closing, bit] = [0x7b, 0x7d, 0x20]

function isDeep(bytes: Buffer): boolean {
  let level = 0
  let isInString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === quote) isInString = !isInString
    else if (isInString) at += Number(byte === backslash)
    else if ((byte | bit) === opening && ++level > mostLevels) return true
    else if ((byte | bit) === closing) level--
  }
  return false
}

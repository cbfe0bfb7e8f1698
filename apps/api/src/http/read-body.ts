import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import express from 'express'
import { ApiError } from './api-error.ts'

const oneMebibyte = 1024 * 1024

interface Readable extends IncomingMessage {
  body?: unknown
  /** The body after inflating. */
  rawBody?: Buffer
}

const parse = promisify(
  express.json({
    limit: oneMebibyte,
    strict: false,
    type: () => true,
    verify: (req: Readable, _res, bytes) => {
      req.rawBody = bytes
    },
  }),
)

export interface Body {
  readonly bytes: Buffer
  readonly value: unknown
  /** Set when the bytes are not JSON. */
  readonly error?: ApiError
}

/**
 * The request's body, or undefined when there is none.
 * @throws ApiError payload_too_large, unsupported_media_type.
 */
export async function readBody(req: Readable, res: ServerResponse): Promise<Body | undefined> {
  const { 'content-type': type, 'content-length': length, 'transfer-encoding': chunked } = req.headers
  if (chunked === undefined && (length === undefined || length === '0')) return undefined
  if (!isJson(type))
    throw new ApiError(
      'unsupported_media_type',
      type === undefined
        ? 'The body needs a Content-Type: application/json'
        : `The body must be application/json in UTF-8, not ${type}`,
    )
  try {
    await parse(req, res)
  } catch (cause) {
    const error = bodyError(cause)
    if (error.code === 'invalid_json' && req.rawBody) return { bytes: req.rawBody, value: undefined, error }
    throw error
  }
  // An empty body that came in chunks or compressed is none, either; the parser would take it for {}.
  if (!req.rawBody?.length) return undefined
  if (isUtf8(req.rawBody)) return { bytes: req.rawBody, value: req.body }
  return { bytes: req.rawBody, value: undefined, error: new ApiError('invalid_json', 'The body is not valid UTF-8') }
}

function isJson(contentType = ''): boolean {
  const [media = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  return /^application\/(?:json|[\w.-]+\+json)$/.test(media) && (charset === undefined || /^"?utf-8"?$/.test(charset))
}

function bodyError(cause: unknown): ApiError {
  const { type, message, status } = cause as { type?: string; message?: string; status?: number }
  if (type === 'entity.too.large') return new ApiError('payload_too_large', 'The body must be at most 1 MiB')
  if (type === 'entity.parse.failed')
    return new ApiError('invalid_json', `The body is not valid JSON: ${message ?? ''}`)
  if (type === 'encoding.unsupported')
    return new ApiError('unsupported_media_type', 'The Content-Encoding must be gzip, deflate, br or identity')
  if (status === 400) return new ApiError('invalid_json', 'The body could not be read to its end')
  throw cause
}

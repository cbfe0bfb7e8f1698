import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { HungUpError, whenGone } from '@matterbase/db'
import type { Requester } from '@matterbase/db'
import { ApiError } from '../errors/api-error.ts'
import { largeBytes } from './large-bodies.ts'

export interface BodyLimits {
  /** The response. Nothing is read for a caller who has gone. */
  readonly requester: Requester | undefined
  /** The most bytes after decompression. */
  readonly mostBytes: number
  /** Called for a large body before the rest is read. Throws to refuse it. */
  readonly hold?: (bytes: number) => void
}

// With Node's chunks of 16 KiB, a mebibyte would take 64 turns of the event loop.
const inflate = { chunkSize: 64 * 1024 }

const decoders: Readonly<Partial<Record<string, () => Transform>>> = {
  gzip: () => createGunzip(inflate),
  deflate: () => createInflate(inflate),
  br: () => createBrotliDecompress(inflate),
}

/**
 * The decompressed bytes of a body. Memory never holds more than the limit.
 * @throws ApiError payload_too_large, unsupported_media_type, overloaded. HungUpError. Another Error for an incomplete body.
 */
export async function readBytes(req: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const encoding = req.headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (encoding === 'identity') return readSentBytes(req, limits)
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined
  if (!decoder)
    throw new ApiError(
      'unsupported_media_type',
      `The Content-Encoding ${encoding.slice(0, 64)} is not supported. Use gzip, deflate, br or identity.`,
    )
  try {
    return await collect(req.pipe(decoder), limits.mostBytes, limits)
  } finally {
    req.unpipe()
    decoder.destroy()
    await drained(req, limits.requester)
  }
}

/** The bytes of a body as they were sent. @throws like `readBytes`. */
export async function readSentBytes(req: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  try {
    return await collect(req, Number(req.headers['content-length'] ?? limits.mostBytes), limits)
  } finally {
    await drained(req, limits.requester)
  }
}

/**
 * Collects the bytes of `source`, until the caller disconnects.
 * @param expected The most bytes that can arrive.
 */
function collect(source: Readable, expected: number, { requester, mostBytes, hold }: BodyLimits): Promise<Buffer> {
  if (expected > mostBytes) return Promise.reject(tooLarge(mostBytes))
  const chunks: Buffer[] = []
  let size = 0
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  function fail(error: unknown) {
    source.off('data', take)
    chunks.length = 0
    reject(error)
  }
  function take(chunk: Buffer) {
    const wasLarge = size > largeBytes
    size += chunk.length
    try {
      if (size > mostBytes) throw tooLarge(mostBytes)
      if (size > largeBytes && !wasLarge) hold?.(expected)
      chunks.push(chunk)
    } catch (error) {
      fail(error)
    }
  }
  source
    .on('data', take)
    .on('error', fail)
    .on('end', () => resolve(Buffer.concat(chunks, size)))
  const stopWatching = requester && whenGone(requester, () => fail(new HungUpError()))
  return promise.finally(stopWatching)
}

/** Discards the rest of a body, because many clients read the response only after they have sent everything. */
function drained(req: IncomingMessage, requester: Requester | undefined): Promise<void> {
  if (req.readableEnded || req.destroyed) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const stopWatching = requester && whenGone(requester, resolve)
  req.once('end', resolve).once('error', resolve).resume()
  return promise.finally(stopWatching)
}

function tooLarge(bytes: number): ApiError {
  const size = bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`
  return new ApiError('payload_too_large', `The body is larger than ${size}. Send less in one request.`)
}

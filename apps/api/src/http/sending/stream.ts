import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { stateOf } from '../log/request-state.ts'
import { encodingFor, streamCompressors } from './encodings.ts'
import { requireRoom } from './end-with.ts'
import { pieceBytes } from './pieces.ts'

export type Chunks = AsyncIterable<string | Uint8Array>

/**
 * Sends a response as fast as its reader takes it, with backpressure. An error after the first bytes closes the connection,
 * because an ordinary end would mean a complete response.
 *
 * @throws ApiError overloaded, and errors before the first bytes.
 */
export async function sendStream(
  res: Response,
  headers: Readonly<Record<string, string>>,
  chunks: Chunks,
  { mayCompress = false }: { readonly mayCompress?: boolean } = {},
): Promise<void> {
  requireRoom(res)
  const iterator = chunks[Symbol.asyncIterator]()
  const first = res.req.method === 'HEAD' ? undefined : await iterator.next()
  // A pipeline into a closed response does not begin with its source, and so does not end it either.
  if (res.destroyed) {
    await iterator.return?.()
    return
  }
  res.set(headers)
  if (mayCompress) res.setHeader('Vary', 'Accept-Encoding')
  const encoding = mayCompress ? encodingFor(res.req.headers['accept-encoding']) : undefined
  if (encoding) res.setHeader('Content-Encoding', encoding)
  if (first === undefined) {
    res.end()
    return
  }
  const pieces = inPieces(first, iterator, res)
  const sent = encoding ? pipeline(pieces, streamCompressors[encoding](), res) : pipeline(pieces, res)
  await sent.catch(() => res.destroy())
}

async function* inPieces(
  first: IteratorResult<string | Uint8Array, unknown>,
  iterator: AsyncIterator<string | Uint8Array, unknown>,
  res: Response,
) {
  try {
    for (let next = first; !next.done; next = await iterator.next()) {
      const bytes = typeof next.value === 'string' ? Buffer.from(next.value) : next.value
      for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
    }
  } catch (error) {
    // For the log. A reader who left is not an error.
    if (!res.destroyed) stateOf(res.req).error = error
    throw error
  } finally {
    await iterator.return?.()
  }
}

import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { compressors, encodingFor, shortest } from '../sending/encodings.ts'
import type { Encoding } from '../sending/encodings.ts'
import { isKnown } from './etag.ts'

interface Compressible {
  /** Changes with the content. Without quotes. */
  readonly version: string
  /** The number of bytes. */
  readonly length: number
  read(): Promise<Uint8Array> | Uint8Array
}

/**
 * Sends constant content, compressed once for all requests.
 * @returns False if it sent nothing: for short content, range requests, and callers that accept no compression.
 */
type SendCompressed = (req: Request, res: Response, content: Compressible) => Promise<boolean>

/** @param keptFor The number of cached contents, in each encoding. */
export function compressedOnce(keptFor = 500): SendCompressed {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: 2 * keptFor })

  function compressedAs(encoding: Encoding, { version, read }: Compressible): Promise<Buffer> {
    const key = `${encoding} ${version}`
    const known = kept.get(key)
    if (known) return known
    const bytes = Promise.resolve(read()).then((content) => compressors[encoding](content, true))
    kept.set(key, bytes)
    bytes.catch(() => kept.delete(key))
    return bytes
  }

  return async function send(req, res, content) {
    res.vary('Accept-Encoding')
    const encoding = encodingFor(req.headers['accept-encoding'])
    if (!encoding || content.length < shortest || req.headers.range) return false
    // A hyphen or dot before the encoding means the same version to `isKnown`.
    const etag = `"${content.version}_${encoding}"`
    res.set('ETag', etag)
    if (isKnown(etag, req.get('if-none-match'))) {
      res.status(304).end()
      return true
    }
    const bytes = await compressedAs(encoding, content)
    res.set({ 'Content-Encoding': encoding, 'Content-Length': String(bytes.length) })
    res.end(bytes)
    return true
  }
}

import { constants, brotliCompress, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Request, Response } from 'express'
import { LRUCache } from 'lru-cache'
import { isKnown } from './etag.ts'

type Encoding = 'br' | 'gzip'

// Both work in threads of their own. Beyond these levels it takes far longer and saves a few percent.
const compress: Record<Encoding, (bytes: Uint8Array) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 7 }),
}

const shortest = 1024

interface Compressible {
  /** Changes when the content does; without quotes. */
  readonly version: string
  /** In bytes. */
  readonly length: number
  read(): Promise<Uint8Array> | Uint8Array
}

/**
 * Answers what does not change from request to request, compressed once for all of them.
 * @returns whether it did: not for callers who take nothing compressed or ask for a part, nor for what is short.
 */
type SendCompressed = (req: Request, res: Response, content: Compressible) => Promise<boolean>

/** @param keptFor how many contents are kept, in each encoding. */
export function compressedOnce(keptFor = 500): SendCompressed {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: 2 * keptFor })

  function compressedAs(encoding: Encoding, { version, read }: Compressible): Promise<Buffer> {
    const key = `${encoding} ${version}`
    const known = kept.get(key)
    if (known) return known
    const bytes = Promise.resolve(read()).then(compress[encoding])
    kept.set(key, bytes)
    bytes.catch(() => kept.delete(key))
    return bytes
  }

  return async function send(req, res, content) {
    res.vary('Accept-Encoding')
    const encoding = req.acceptsEncodings(['br', 'gzip', 'identity'])
    if ((encoding !== 'br' && encoding !== 'gzip') || content.length < shortest || req.headers.range) return false
    const etag = `"${content.version}-${encoding}"`
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

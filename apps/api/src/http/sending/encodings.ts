import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { promisify } from 'node:util'

export type Encoding = 'br' | 'gzip'

/** Shorter responses are not compressed. */
export const shortest = 1024

/**
 * The encoding that a caller prefers, by Accept-Encoding (RFC 9110 §12.5.3), and Brotli in a tie. Undefined for no
 * compression.
 */
export function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  if (accepted === undefined || accepted === '') return undefined
  const qualities = new Map(String(accepted).split(',').map(qualityOf))
  const other = qualities.get('*') ?? 0
  const qualityIn = (encoding: string) => qualities.get(encoding) ?? other
  const best: Encoding = qualityIn('gzip') > qualityIn('br') ? 'gzip' : 'br'
  const quality = qualityIn(best)
  return quality > 0 && quality >= (qualities.get('identity') ?? 0) ? best : undefined
}

function qualityOf(item: string): [string, number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return [name, quality === undefined ? 1 : Number(quality) || 0]
}

// Higher levels take much longer and save a few percent.
const [quick, thorough] = [4, 7]

export const compressors: Record<Encoding, (bytes: Uint8Array, isKept?: boolean) => Promise<Buffer>> = {
  br: (bytes, isKept = false) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: isKept ? thorough : quick,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes, isKept = false) => promisify(gzip)(bytes, { level: isKept ? thorough : quick }),
}

/** Compresses a stream, and flushes after each piece. */
export const streamCompressors: Record<Encoding, () => NodeJS.ReadWriteStream> = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      // A window of 256 KiB, because each stream keeps one for minutes.
      params: { [constants.BROTLI_PARAM_QUALITY]: quick, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: quick }),
}

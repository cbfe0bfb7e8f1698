import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { decrypt, keyOf } from './cipher.ts'
import { DamagedError } from './damaged.ts'
import { decodeFrames } from './frames.ts'
import type { Frame, Head } from './frames.ts'
import { readHeader, withoutSum } from './header.ts'

export interface ReadOptions {
  readonly passphrase: string | undefined
  readonly signal: AbortSignal
}

/** Takes the frames of a backup, which it must take to their end before it relies on any of them. */
export type Use<T> = (head: Head, frames: AsyncGenerator<Frame>) => Promise<T>

/** Reads a file once for nothing but its checksum, so that a damaged one is refused before anything else happens. */
export async function checkSum(file: string): Promise<void> {
  const { rest } = await readHeader(withoutSum(createReadStream(file)))
  for await (const _ of rest);
}

/**
 * Reads a backup as `use` takes its frames.
 *
 * @throws DamagedError when anything in it is not as it was written, Error when the passphrase is wrong or missing.
 */
export async function readBackup<T>(source: Readable, { passphrase, signal }: ReadOptions, use: Use<T>): Promise<T> {
  const { header, bytes, rest } = await readHeader(withoutSum(source))
  const { encryption } = header
  if (encryption && passphrase === undefined)
    throw new Error('The backup is encrypted: give its passphrase with --passphrase-file or BACKUP_PASSPHRASE')
  const opened =
    encryption && passphrase !== undefined
      ? decrypt({ encryption, key: await keyOf(encryption, passphrase) }, bytes)(rest)
      : rest
  // Otherwise a source that is idle would be awaited to the end after any failure.
  addAbortSignal(signal, source)
  const outcome: { result?: { readonly value: T }; failure?: unknown } = {}
  const consume = async (plain: AsyncIterable<Buffer>) => {
    try {
      const frames = inOrder(decodeFrames(plain))
      const first = await frames.next()
      if (first.done || first.value.kind !== 'head') throw new DamagedError('the beginning is missing')
      outcome.result = { value: await use(first.value.value, frames) }
    } catch (error) {
      outcome.failure = error
      source.destroy()
      throw error
    }
  }
  try {
    await pipeline(opened, createZstdDecompress(), consume, { signal })
  } catch (error) {
    throw explained(outcome.failure ?? error)
  }
  if (!outcome.result) throw new DamagedError('the end is missing')
  return outcome.result.value
}

function explained(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(ZSTD|Z_|ERR_ZSTD|ERR_BUFFER)/i.test(code)
    ? new DamagedError('it cannot be decompressed', { cause: error })
    : error
}

/** The same frames, whose order and sums are right. @throws DamagedError */
async function* inOrder(frames: AsyncIterable<Frame>): AsyncGenerator<Frame> {
  let before: Frame['kind'] | undefined
  let [hash, bytes, tables, rows] = [createHash('sha256'), 0, 0, 0]
  for await (const frame of frames) {
    const { kind, value } = frame
    if (!next[before ?? 'nothing'].includes(kind)) throw new DamagedError('its parts are out of order')
    if (kind === 'table') [hash, bytes] = [createHash('sha256'), 0]
    if (kind === 'rows') [hash, bytes] = [hash.update(value), bytes + value.length]
    if (kind === 'sum') {
      if (value.sha256 !== hash.digest('hex') || value.bytes !== bytes)
        throw new DamagedError('the checksum of a table is wrong')
      ;[tables, rows] = [tables + 1, rows + value.rows]
    }
    if (kind === 'end' && (value.tables !== tables || value.rows !== rows)) throw new DamagedError('tables are missing')
    before = kind
    yield frame
  }
  if (before !== 'end') throw new DamagedError('it is cut off')
}

const next: Readonly<Record<Frame['kind'] | 'nothing', readonly Frame['kind'][]>> = {
  nothing: ['head'],
  head: ['table', 'end'],
  table: ['rows', 'sum'],
  rows: ['rows', 'sum'],
  sum: ['table', 'end'],
  end: [],
}

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DamagedError } from './damaged.ts'

// A backup is, in this order:
//   1. the line "matterbase backup 1" and a line of JSON, the header: how the rest is encrypted and compressed
//   2. the frames, compressed with Zstandard and then, with a passphrase, encrypted (cipher.ts)
//   3. 32 bytes: the SHA-256 of everything before them
// docs/internals/backup-format.md describes the format; frames.ts says what the frames are.

const magic = 'matterbase backup 1'
const longestHeader = 4096

const base64 = z.base64()

/** Numbers far above ours would make reading a strange file cost any amount of memory. */
const Encryption = z.strictObject({
  cipher: z.literal('aes-256-gcm'),
  chunk: z.int().min(1024).max(1_048_576),
  kdf: z.literal('scrypt'),
  cost: z.int().min(1024).max(1_048_576),
  blockSize: z.literal(8),
  parallelization: z.literal(1),
  salt: base64,
  /** Half of what the passphrase becomes: tells a wrong passphrase from altered bytes. */
  check: base64,
})

const Header = z.strictObject({ compression: z.literal('zstd'), encryption: Encryption.nullable() })

export type Encryption = z.output<typeof Encryption>
export type Header = z.output<typeof Header>

export const headerBytes = (header: Header) => Buffer.from(`${magic}\n${JSON.stringify(header)}\n`)

/** A header, its bytes, and what comes after them. */
export interface Opened {
  readonly header: Header
  readonly bytes: Buffer
  readonly rest: AsyncGenerator<Buffer>
}

/**
 * Reads the header from the front of a stream.
 *
 * @throws DamagedError, or Error if it is not a backup.
 */
export async function readHeader(source: AsyncIterable<Buffer>): Promise<Opened> {
  const chunks = source[Symbol.asyncIterator]()
  let read = Buffer.alloc(0)
  for (;;) {
    const end = read.indexOf('\n', read.indexOf('\n') + 1)
    const isOurs = read.subarray(0, magic.length + 1).equals(Buffer.from(`${magic}\n`).subarray(0, read.length))
    if (!isOurs)
      throw new Error(
        'The file is not a Matterbase backup that this version can read: check the file, or use a newer version',
      )
    if (end > magic.length) return { ...parse(read.subarray(0, end + 1)), rest: restOf(read.subarray(end + 1), chunks) }
    if (read.length > longestHeader) throw new DamagedError('the header does not end')
    const next = await chunks.next()
    if (next.done) throw new DamagedError('the header is cut off')
    read = Buffer.concat([read, next.value])
  }
}

function parse(bytes: Buffer): { header: Header; bytes: Buffer } {
  try {
    return { header: Header.parse(JSON.parse(bytes.subarray(magic.length + 1).toString())), bytes }
  } catch (cause) {
    throw new DamagedError('the header cannot be read', { cause })
  }
}

async function* restOf(first: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  } finally {
    await chunks.return?.()
  }
}

const sumLength = 32

/** Adds the checksum of everything at the end. */
export async function* withSum(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  yield hash.digest()
}

/** Takes it off again. @throws DamagedError after the last chunk when it is not that of the chunks. */
export async function* withoutSum(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk])
    const sure = held.subarray(0, Math.max(0, held.length - sumLength))
    hash.update(sure)
    held = held.subarray(sure.length)
    if (sure.length > 0) yield sure
  }
  if (!hash.digest().equals(held)) throw new DamagedError('bytes are missing or were changed')
}

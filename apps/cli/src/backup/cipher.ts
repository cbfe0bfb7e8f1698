import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { DamagedError } from './damaged.ts'
import type { Encryption } from './header.ts'

// AES-256-GCM, chunk by chunk, each with its tag behind it. A chunk's nonce is its number in 11 bytes and a byte that is
// 1 for the last one: none can be moved, left out or added. All are bound to the header. The key is this file's alone,
// since its salt is.

const tagLength = 16

export interface Key {
  readonly key: Buffer
  readonly encryption: Encryption
}

/** The key that a passphrase makes for a new backup. */
export async function newKey(passphrase: string): Promise<Key> {
  const parameters = { cost: 131_072, blockSize: 8, parallelization: 1 } as const
  const salt = randomBytes(32)
  const { key, check } = await derive(passphrase, salt, parameters)
  return {
    key,
    encryption: {
      cipher: 'aes-256-gcm',
      chunk: 65_536,
      kdf: 'scrypt',
      ...parameters,
      salt: salt.toString('base64'),
      check: check.toString('base64'),
    },
  }
}

/** The key of a backup. @throws Error when it was made with another passphrase. */
export async function keyOf(encryption: Encryption, passphrase: string): Promise<Buffer> {
  const { cost, blockSize, parallelization, salt } = encryption
  const { key, check } = await derive(passphrase, Buffer.from(salt, 'base64'), { cost, blockSize, parallelization })
  const expected = Buffer.from(encryption.check, 'base64')
  if (expected.length !== check.length || !timingSafeEqual(expected, check))
    throw new Error('The passphrase does not open this backup: give the passphrase that the backup was made with')
  return key
}

async function derive(passphrase: string, salt: Buffer, options: ScryptOptions) {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 64, { ...options, maxmem: 2 ** 31 }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
  return { key: bytes.subarray(0, 32), check: bytes.subarray(32) }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Cuts a stream into chunks of one size; the last may be shorter, and is the only one that is marked. */
async function* inChunks(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let held: Buffer = Buffer.alloc(0)
  for await (const part of source) {
    held = held.length > 0 ? Buffer.concat([held, part]) : part
    for (; held.length > size; held = held.subarray(size)) yield { chunk: held.subarray(0, size), isLast: false }
  }
  yield { chunk: held, isLast: true }
}

/** @param header its bytes, which every chunk is bound to. */
export const encrypt = ({ key, encryption }: Key, header: Buffer) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let number = 0
    for await (const { chunk, isLast } of inChunks(source, encryption.chunk)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast)).setAAD(header)
      yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    }
  }

export const decrypt = ({ key, encryption }: Key, header: Buffer) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let number = 0
    for await (const { chunk, isLast } of inChunks(source, encryption.chunk + tagLength))
      yield open(chunk, { key, header, nonce: nonceOf(number++, isLast) })
  }

function open(chunk: Buffer, { key, header, nonce }: { key: Buffer; header: Buffer; nonce: Buffer }): Buffer {
  try {
    const end = chunk.length - tagLength
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
    decipher.setAAD(header).setAuthTag(chunk.subarray(end))
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()])
  } catch (cause) {
    throw new DamagedError('bytes are missing or were changed', { cause })
  }
}

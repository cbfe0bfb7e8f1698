import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createTurns } from '@matterbase/db'

const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/
const parameters = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

// Each takes 19 MiB and a core: a flood of sign-ins waits here instead of taking the machine.
const takeTurn = createTurns({ kind: 'password', each: 4 })
const argon2Async = promisify(argon2)
const derive = (options: Parameters<typeof argon2Async>[1]) => takeTurn(0, () => argon2Async('argon2id', options))

/** Argon2id as a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive({ ...cost, message: normalise(password), nonce, tagLength })
  return `${parameters}${encode(nonce)}$${encode(tag)}`
}

/** True if the hash is of this password. Works for hashes with other costs as well. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = shape.exec(hash) ?? []
  if (!salt || !tag) throw new Error('Not an Argon2id hash')
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive({
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    message: normalise(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

/** True if the hash has another cost than new hashes. */
export const isOutdatedHash = (hash: string) => !hash.startsWith(parameters)

// Keyboards send the same password in different forms of Unicode.
const normalise = (password: string) => Buffer.from(password.normalize('NFKC'))

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

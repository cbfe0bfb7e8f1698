import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { keepEncryptionKey, readSecrets, rebuild, refuseUnknown } from '@matterbase/db'
import type { Client } from 'pg'
import type { Context } from '../command.ts'
import { beginAgain } from './begin-again.ts'
import type { BeginOptions, Begun } from './begin-again.ts'
import { listAll } from './catalog.ts'
import { withClient } from '../connect.ts'
import type { Frame, Head } from './frames.ts'
import { load } from './load.ts'
import { checkSum, readBackup } from './read-backup.ts'
import type { ReadOptions, Use } from './read-backup.ts'
import { fits } from './sealing-key.ts'
import { openTarget } from './store.ts'
import { manifestOf } from './write-backup.ts'
import type { Manifest } from './write-backup.ts'

export interface RestoreOptions extends Pick<Context, 'env' | 'warn'> {
  /** A file, or `-` for standard input. */
  readonly from: string
  readonly passphrase: string | undefined
  readonly signal: AbortSignal
}

/** The input of a restore in addition to the backup. */
type Choices = Omit<BeginOptions, 'takenAt'>

export interface Restored {
  readonly manifest: Manifest
  /** Tables of the backup that this product does not have. */
  readonly leftOut: readonly string[]
  /** The encryption key, when the backup has it. */
  readonly encryptionKey: string | null
  readonly begun: Begun
}

/** Reads all of a backup without restoring it. */
export async function inspect(options: RestoreOptions): Promise<Manifest> {
  return read(options, async (head, frames) => {
    const manifest = manifestOf(head)
    let name = ''
    for await (const { kind, value } of frames) {
      if (kind === 'table') name = value.name
      if (kind === 'sum') manifest.tables.push({ name, ...value })
      if (kind === 'end') manifest.rows = value.rows
    }
    return manifest
  })
}

/** Writes a backup into an empty database, whole or not at all, and brings that to this build's schema. */
export async function restore(options: RestoreOptions & Choices): Promise<Restored> {
  const { env, warn, signal } = options
  return read(options, async (head, frames) => {
    await refuseUnknown(head.migrations)
    const key = await chooseKey(options, head)
    const target = await openTarget({ env, warn })
    try {
      return await withClient(target.url, signal, (client) => write(client, { options, head, frames, key }))
    } finally {
      await target.close()
    }
  })
}

async function read<T>({ from, passphrase, signal }: RestoreOptions, use: Use<T>): Promise<T> {
  if (from === '-') return readFrom(process.stdin, { passphrase, signal }, use)
  const found = await stat(from).catch((cause: unknown) => {
    throw new Error(`${from} cannot be read: correct the path, or make the file readable`, { cause })
  })
  // A pipe is read once.
  if (found.isFile()) await checkSum(from)
  return readFrom(createReadStream(from), { passphrase, signal }, use)
}

async function readFrom<T>(source: Readable, options: ReadOptions, use: Use<T>): Promise<T> {
  try {
    return await readBackup(source, options, use)
  } finally {
    // A program that still writes into the pipe gets an error, and this program does not wait for it.
    source.destroy()
  }
}

/**
 * The key that the restored database will be used with; undefined when that cannot be known here.
 *
 * @throws Error when it would open nothing.
 */
async function chooseKey({ env }: RestoreOptions, { encryption_key, sealed_with }: Head): Promise<string | undefined> {
  const { ENCRYPTION_KEY: given, DATABASE_URL, DATA_DIR } = env
  if (given !== undefined && !fits(given, sealed_with))
    throw new Error(
      `ENCRYPTION_KEY opens none of the secrets in this backup: ${encryption_key === null ? 'set ENCRYPTION_KEY to the encryption key of the server that was backed up' : 'unset ENCRYPTION_KEY, because the backup contains the right one'}`,
    )
  if (DATABASE_URL !== undefined || given !== undefined) return given
  const kept = encryption_key ?? (await readSecrets(DATA_DIR))?.encryptionKey
  if (kept === undefined ? sealed_with.length === 0 : fits(kept, sealed_with)) return kept
  throw new Error(
    'This backup does not contain the encryption key: set ENCRYPTION_KEY to that of the server that was backed up (with the embedded database it is in secrets.json in DATA_DIR)',
  )
}

interface Write {
  readonly options: RestoreOptions & Choices
  readonly head: Head
  readonly frames: AsyncGenerator<Frame>
  readonly key: string | undefined
}

async function write(client: Client, { options, head, frames, key }: Write): Promise<Restored> {
  const { env, keepSessions, nextNumbers } = options
  await requireEmpty(client, options)
  // Nothing is sealed in an empty database, so another key does no harm should this end here.
  if (env.DATABASE_URL === undefined && key !== undefined) await keepEncryptionKey(env.DATA_DIR, key)
  let loaded: Awaited<ReturnType<typeof load>> | undefined
  await client.query('BEGIN')
  for (const setting of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`SET LOCAL ${setting} = 0`)
  const fill = async () => {
    loaded = await load(client, head, frames)
  }
  await rebuild(client, { applied: head.migrations, fill })
  const begun = await beginAgain(client, { keepSessions, nextNumbers, takenAt: head.taken_at })
  await client.query('ANALYZE')
  await client.query('COMMIT')
  if (!loaded) throw new Error('The backup was not loaded: nothing was restored. Run the restore again')
  return { ...loaded, encryptionKey: head.encryption_key, begun }
}

async function requireEmpty(client: Client, { env }: RestoreOptions): Promise<void> {
  const [first, ...more] = await listAll(client)
  if (first === undefined) return
  const where = env.DATABASE_URL === undefined ? `The database in DATA_DIR ${env.DATA_DIR}` : 'The database'
  const what = more.length > 0 ? `${first} and ${more.length} more tables` : `the table ${first}`
  const advice = env.DATABASE_URL === undefined ? 'set DATA_DIR to an empty folder' : 'create a new one with createdb'
  throw new Error(`${where} is not empty (it contains ${what}), and a restore overwrites nothing: ${advice}`)
}

import { pipeline } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { readBuild } from '@matterbase/config'
import { sqlOf } from '@matterbase/db'
import { recordBackup } from '@matterbase/domain'
import type { Client } from 'pg'
import type { Context } from '../command.ts'
import { encrypt, newKey } from './cipher.ts'
import { withClient } from '../connect.ts'
import { explain } from '../explain.ts'
import { headerBytes, withSum } from './header.ts'
import { writeWhole } from './new-file.ts'
import { fits } from './sealing-key.ts'
import { openSource } from './store.ts'
import { beginSnapshot, dump, manifestOf } from './write-backup.ts'
import type { Manifest } from './write-backup.ts'

export interface BackupOptions extends Pick<Context, 'env' | 'warn'> {
  /** A file, or `-` for standard output. */
  readonly to: string
  readonly passphrase: string | undefined
  readonly withKey: boolean
  readonly signal: AbortSignal
}

/** Writes the database, as it is at one moment, into one file. */
export async function backUp(options: BackupOptions): Promise<{ manifest: Manifest; bytes: number }> {
  const source = await openSource(options)
  try {
    const written = await withClient(source.url, options.signal, (client) =>
      write(client, source.encryptionKey, options),
    )
    await noteRun(source.url, written.manifest, options)
    return written
  } finally {
    await source.close()
  }
}

/** Stores when the backup was made, for `doctor` and the metrics. A replica or a role that only reads cannot. */
async function noteRun(url: string, { taken_at }: Manifest, { signal, warn }: BackupOptions): Promise<void> {
  const note = async (client: Client) => {
    // A database of an older version, which is backed up before it is migrated.
    const { rows } = await client.query(`SELECT FROM pg_class WHERE oid = to_regclass('backup_runs')`)
    if (rows.length > 0) await recordBackup(sqlOf(client), new Date(taken_at))
  }
  await withClient(url, signal, note).catch((cause: unknown) =>
    warn(`The backup is complete, but its time could not be stored for doctor and the metrics (${explain(cause)})`),
  )
}

async function write(client: Client, encryptionKey: string | undefined, options: BackupOptions) {
  const { to, passphrase, withKey, signal } = options
  const { head, tables } = await beginSnapshot(client, readBuild(options.env).version)
  const kept = withKey ? requireKey(encryptionKey, head.sealed_with) : null
  const whole = { ...head, encryption_key: kept }
  const manifest = manifestOf(whole)
  const key = passphrase === undefined ? null : await newKey(passphrase)
  const header = headerBytes({ compression: 'zstd', encryption: key?.encryption ?? null })
  async function* behindHeader(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield header
    yield* body
  }
  const packed = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
  const frames = dump(client, { head: whole, tables, manifest })
  const send = (into: Writable) =>
    key
      ? pipeline(frames, packed, encrypt(key, header), behindHeader, withSum, into, { signal })
      : pipeline(frames, packed, behindHeader, withSum, into, { signal })
  if (to !== '-') return { manifest, bytes: await writeWhole(to, send) }
  const { bytesWritten: before = 0 } = process.stdout as { bytesWritten?: number }
  await send(process.stdout)
  return { manifest, bytes: ((process.stdout as { bytesWritten?: number }).bytesWritten ?? 0) - before }
}

function requireKey(key: string | undefined, sealedWith: readonly string[]): string {
  if (key === undefined) throw new Error('--with-key needs ENCRYPTION_KEY, which is not set')
  if (!fits(key, sealedWith))
    throw new Error('ENCRYPTION_KEY opens none of the secrets in this database: set the right one')
  return key
}

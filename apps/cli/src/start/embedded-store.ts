import { ensureSecrets, guardPostgres, startPostgres } from '@matterbase/db'
import type { RunningPostgres } from '@matterbase/db'
import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Env } from '@matterbase/config'
import { FolderInUseError, lockFolder } from './folder-lock.ts'
import type { FolderLock } from './folder-lock.ts'
import { checkDataDir } from './preflight.ts'

/** The database of a start. */
export interface Store {
  url: string
  encryptionKey: string
  isEmbedded: boolean
  /** Ends it if it is ours; `hurry` does not wait for anything. */
  close(hurry: boolean): Promise<void>
}

export interface StoreOptions {
  env: Env<'cli'>
  say(text: string): void
  /** The embedded database ended and could not be started again. */
  onLost(error: unknown): void
}

/** Starts the embedded database in DATA_DIR, claims it, and keeps it running. */
export async function openEmbedded({ env, say, onLost }: StoreOptions): Promise<Store> {
  const dataDir = resolve(env.DATA_DIR)
  await checkDataDir(dataDir)
  const secrets = await ensureSecrets(dataDir)
  const options = { dataDir, password: secrets.databasePassword }
  const server = await startPostgres(options)
  const lock = await lockOrStop(server, dataDir)
  const unguard = guardPostgres(server.folder)
  if (server.adopted) say('Took over the database of an earlier start that was killed.')
  if (!server.folder.startsWith(await realpath(dataDir)))
    say(`The database is in ${server.folder}, because PostgreSQL's user cannot enter ${dataDir}.`)

  let closing = false
  let restarting = Promise.resolve()
  const restart = async () => {
    if (closing) return
    say('PostgreSQL ended, and was started again')
    await startPostgres({ ...options, port: server.port })
    watch(await lockFolder(server.url, dataDir))
  }
  const watch = ({ lost }: FolderLock) =>
    lost.addEventListener('abort', () => {
      restarting = restart().catch(onLost)
    })
  watch(lock)
  return {
    url: server.url,
    encryptionKey: env.ENCRYPTION_KEY ?? secrets.encryptionKey,
    isEmbedded: true,
    async close(hurry) {
      closing = true
      await restarting
      await server.stop({ hurry })
      unguard()
    },
  }
}

async function lockOrStop(server: RunningPostgres, dataDir: string): Promise<FolderLock> {
  try {
    return await lockFolder(server.url, dataDir)
  } catch (error) {
    // A server that is another start's stays as it is.
    if (!(error instanceof FolderInUseError)) await server.stop({ hurry: true })
    throw error
  }
}

import { advisoryLocks } from '@matterbase/db'
import { Client } from 'pg'

const prefix = 'matterbase start '

/** The name of the connection with which this process claims the embedded database. */
export const lockName = `${prefix}${process.pid}`

export interface FolderLock {
  /** Aborted when the connection that holds the lock is lost without a release, because PostgreSQL has ended. */
  lost: AbortSignal
  release(): void
}

/** The database answers, but belongs to another start. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError' as const
}

/**
 * Claims the embedded database for this start, for as long as the connection lives; a start that is
 * killed releases it.
 *
 * @throws FolderInUseError when another start has it.
 */
export async function lockFolder(url: string, dataDir: string): Promise<FolderLock> {
  const client = new Client({ connectionString: url, application_name: lockName, keepAlive: true })
  const lost = new AbortController()
  let released = false
  client.on('error', () => undefined)
  client.on('end', () => {
    if (!released) lost.abort()
  })
  const release = () => {
    released = true
    void client.end().catch(() => undefined)
  }
  await client.connect()
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${advisoryLocks.embeddedStart}) AS locked`,
  )
  if (rows[0]?.locked) return { lost: lost.signal, release }
  const holder = await findHolder(client)
  release()
  throw new FolderInUseError(
    `DATA_DIR ${dataDir} is in use by another start${holder}: stop that start, or set DATA_DIR to another folder`,
  )
}

async function findHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = 0 AND objid = ${advisoryLocks.embeddedStart} AND granted`,
  )
  const pid = rows[0]?.application_name.slice(prefix.length)
  return pid ? ` (process ${pid})` : ''
}

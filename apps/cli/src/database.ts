import { createDb, findPostgres, readSecrets } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { Client } from 'pg'
import type { Env } from '@matterbase/config'
import { explain } from './explain.ts'

/**
 * Where the data is: DATABASE_URL, or the embedded database that a running start keeps in DATA_DIR.
 *
 * @throws Error when neither answers.
 */
export async function findDatabase({ DATABASE_URL, DATA_DIR }: Env<'cli'>): Promise<string> {
  if (DATABASE_URL) {
    await checkDatabase(DATABASE_URL)
    return DATABASE_URL
  }
  const secrets = await readSecrets(DATA_DIR)
  const url = secrets && (await findPostgres(DATA_DIR, secrets.databasePassword))
  if (url) return url
  throw new Error(`No database runs in DATA_DIR ${DATA_DIR}: run "npx pnpm@12 start" beside this, or set DATABASE_URL`)
}

/** Runs `work` on the database and hangs up. */
export async function withDatabase<T>(env: Env<'cli'>, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url: await findDatabase(env), poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await db.$disconnect()
  }
}

/**
 * Checks that DATABASE_URL leads to a PostgreSQL we can use.
 *
 * @throws Error with one sentence, which shows the host and port of the URL at most.
 */
export async function checkDatabase(url: string): Promise<void> {
  const { host } = new URL(url)
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    if (Number.parseInt(rows[0]?.server_version ?? '', 10) < 14) throw new Error('it is older than PostgreSQL 14')
  } catch (cause) {
    const reason = explain(cause)
    throw new Error(
      `DATABASE_URL: PostgreSQL at ${host} cannot be used (${reason}): start it, or correct DATABASE_URL`,
      {
        cause,
      },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

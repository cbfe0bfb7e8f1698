import {
  certificateAdvice,
  createDb,
  explainRefusal,
  findPostgres,
  otherEncoding,
  PoolerError,
  PrimaryClient,
  readSecrets,
  refusePooler,
  sessionLimits,
} from '@matterbase/db'
import type { Db } from '@matterbase/db'
import type { Env } from '@matterbase/config'
import { explain } from './explain.ts'

/**
 * Where the data is: DATABASE_URL, or the embedded database that a running start keeps in DATA_DIR.
 *
 * @throws Error when neither answers.
 */
export async function findDatabase(env: Env<'cli'>): Promise<string> {
  const { DATA_DIR } = env
  const given = await checkDatabase(env)
  if (given !== undefined) return given
  const secrets = await readSecrets(DATA_DIR)
  const url = secrets && (await findPostgres(DATA_DIR, secrets.databasePassword))
  if (url) return url
  throw new Error(
    `No database runs in DATA_DIR ${DATA_DIR}: run "npx pnpm@12 start" in another terminal, or set DATABASE_URL`,
  )
}

/** Runs `work` on the database and disconnects. */
export async function withDatabase<T>(env: Env<'cli'>, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb({ url: await findDatabase(env), poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await db.$disconnect()
  }
}

/** The database answers, but cannot be used as it is. */
class UnusableDatabase extends Error {}

/**
 * The address of PostgreSQL itself from the environment, checked; undefined when it is not set.
 *
 * @throws Error with one sentence, which shows the host and port of the URL at most.
 */
export async function checkDatabase({ DATABASE_URL, DATABASE_DIRECT_URL }: Env<'cli'>): Promise<string | undefined> {
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL
  if (url === undefined) return undefined
  const { host } = new URL(url)
  const client = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: 5_000, ...sessionLimits })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; encoding: string }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding`,
    )
    if (Number.parseInt(rows[0]?.version ?? '', 10) < 14) throw new Error('it is older than PostgreSQL 14')
    const problem = otherEncoding(rows[0]?.encoding ?? '')
    if (problem !== undefined) throw new UnusableDatabase(problem)
    await refusePooler(client)
    return url
  } catch (cause) {
    const refusal = explainRefusal(cause)
    const name = DATABASE_DIRECT_URL === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
    if (refusal instanceof PoolerError) throw refusal
    if (refusal instanceof UnusableDatabase) throw new Error(`${name}: ${refusal.message}`, { cause })
    const todo = certificateAdvice(cause) ?? `start it, or correct ${name}`
    throw new Error(`${name}: PostgreSQL at ${host} cannot be used (${explain(cause)}): ${todo}`, { cause })
  } finally {
    await client.end().catch(() => undefined)
  }
}

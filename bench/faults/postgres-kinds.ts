import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { besideRedis, nothing, proven } from './kind.ts'
import type { Kind } from './kind.ts'
import { startBehindPgbouncer } from './pgbouncer.ts'
import { startOnSmallDisk, startPair, startWithConnections } from './postgres.ts'

export const postgresKinds: Readonly<Record<string, Kind>> = {
  'postgres-killed': besideRedis(
    'PostgreSQL is ended at once (immediate), and started again',
    async ({ url, crash }) => {
      const before = await ask(url, 'SELECT pg_postmaster_start_time()')
      await crash()
      const after = await ask(url, 'SELECT pg_postmaster_start_time()')
      proven(before !== after, `it runs since ${after}`)
      return `running since ${before}, then since ${after}`
    },
    nothing,
  ),
  locked: besideRedis(
    'somebody holds the matters for themselves for 10 s (ACCESS EXCLUSIVE)',
    async ({ url }) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query('BEGIN; LOCK TABLE matters IN ACCESS EXCLUSIVE MODE')
      await delay(5_000)
      const waiting = Number(
        await ask(url, `SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'matters'::regclass`),
      )
      proven(waiting > 0, 'nobody waits')
      await delay(5_000)
      await client.query('COMMIT')
      await client.end()
      return `${waiting} connections waited for the lock`
    },
    nothing,
  ),
  columns: besideRedis(
    'a column is added to every table, one after the other',
    async ({ url }) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query<{ name: string }>(
        `SELECT format('%I', relname) AS name FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
      )
      for (const { name } of rows) await client.query(`ALTER TABLE ${name} ADD COLUMN added_meanwhile text`)
      const added = Number(await ask(url, `SELECT count(*) FROM pg_attribute WHERE attname = 'added_meanwhile'`))
      await client.end()
      proven(added >= rows.length && added > 0, `${added} of ${rows.length} tables have it`)
      return `${rows.length} tables have one more`
    },
    nothing,
  ),
  'few-connections': besideRedis(
    'PostgreSQL starts again with room for 12 connections, and after 10 s with room for 100',
    async (_stage, { own }) => {
      const { refused, limited, ended } = await own.limit(12, 10_000)
      proven(refused > 0, 'it refused nobody')
      return `12 connections after ${limited} s, of which it refused ${refused} more, 100 after ${ended} s`
    },
    startWithConnections,
  ),
  'disk-full': besideRedis(
    "the disk of PostgreSQL's is full for 8 s",
    (_stage, { own }) => own.fill(8_000),
    startOnSmallDisk,
  ),
  failover: besideRedis(
    'the primary PostgreSQL dies, its synchronous standby takes its place',
    async (_stage, { own }) => {
      const before = await own.roles()
      await own.failOver()
      const after = await own.roles()
      proven(before === 'primary, standby' && after === 'gone, primary', `they were ${before}, and are ${after}`)
      return `the two were ${before}, then ${after}`
    },
    startPair,
  ),
  pgbouncer: besideRedis(
    'PgBouncer between the APIs and PostgreSQL is killed, and started again after 3 s',
    async (_stage, { own }) => {
      const before = await own.kill()
      const refused = await ask(own.pooled, 'SELECT 1').catch((error: unknown) => (error as { code?: string }).code)
      proven(refused === 'ECONNREFUSED', `its port gave ${refused}`)
      await delay(3_000)
      return `process ${before} gone, its port refused, then process ${await own.start()}`
    },
    startBehindPgbouncer,
  ),
}

async function ask(url: string, sql: string): Promise<string> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    const [value] = Object.values(rows[0] ?? {})
    return value instanceof Date ? value.toISOString().slice(11, 23) : String(value)
  } finally {
    await client.end()
  }
}

import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { findWorkspace, records } from '@matterbase/domain'
import { addAccount } from '@matterbase/domain/testing'
import type { RecordQuery } from '@matterbase/domain'
import { Prisma, bool, createSealer } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAnalyser } from '../src/housekeeping/analyse.ts'

const sealer = createSealer(Buffer.alloc(32).toString('base64'))

let database: TestDatabase
let workspaceId: number

beforeAll(async () => {
  database = await createTestDatabase()
  const { email } = await addAccount(database.db, { email: 'a@example.com' })
  workspaceId = await findWorkspace(database.db, email, 'live')
  await database.db.run`ALTER TABLE matters SET (autovacuum_enabled = off)`
  await database.db.run`
    INSERT INTO matters (workspace_id, title, status, external_id, words, created_at, updated_at)
    SELECT ${workspaceId}, 'Matter ' || n, 'In Progress', 'crm-' || n, ARRAY['matter', n::text], now(), now()
    FROM generate_series(1, 20000) AS n`
})
afterAll(() => database.close())

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** How a statement is carried out when it is planned once for all values, outermost part first. */
async function planOf(ask: (sql: Sql) => Promise<unknown>): Promise<Plan[]> {
  const client = await database.db.pool.connect()
  let plan: Plan | undefined
  const explain: Sql = {
    rows:
      () =>
      async (query, ...more) => {
        const { text, values: given } = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...more)
        await client.query('SET plan_cache_mode = force_generic_plan')
        await client.query(`PREPARE asked AS ${text}`)
        // A list becomes the array that it is of.
        const values = JSON.parse(JSON.stringify(given)) as unknown[]
        const literals = values.map((value) => (Array.isArray(value) ? `'{${String(value)}}'` : `'${String(value)}'`))
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `EXPLAIN (FORMAT JSON) EXECUTE asked(${literals.join(', ')})`,
        )
        plan = rows[0]?.['QUERY PLAN'][0].Plan
        return []
      },
    run: () => Promise.reject(new Error('Nothing is written here')),
  }
  // What is made of the answer is another matter.
  await ask(explain).catch(() => undefined)
  client.release(true)
  const withChildren = (node: Plan | undefined): Plan[] =>
    node ? [node, ...(node.Plans ?? []).flatMap(withChildren)] : []
  return withChildren(plan)
}

/** Lets an analyser make one turn. @returns the tables that it logs. */
async function analysedTables(): Promise<string[]> {
  const lines: { tables?: string[] }[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as { tables?: string[] }) })
  await createAnalyser(database.db, log).stop()
  return lines.flatMap(({ tables = [] }) => tables)
}

const scanOf = (plan: readonly Plan[]) => plan.find((node) => node['Index Name'] !== undefined)
const { table, list } = records.matters
const page = (query: RecordQuery) => (sql: Sql) => list({ sql, sealer }, workspaceId, query)

describe('a table that was never analysed', () => {
  it.each([
    ['its id', (sql: Sql) => table.byKeys(sql, 'id', [{ workspaceId, key: 5 }]), 'asked_key'],
    ['its id in a write', (sql: Sql) => table.byIds(sql, workspaceId, [5]), 'id = ANY'],
    ['its external_id', (sql: Sql) => table.byKeys(sql, 'external_id', [{ workspaceId, key: 'a' }]), 'asked_key'],
    ['its external_id in a write', (sql: Sql) => table.byExternalIds(sql, workspaceId, ['a']), 'external_id = ANY'],
  ])('still finds a record by %s', async (_by, ask, condition) => {
    expect(scanOf(await planOf(ask))?.['Index Cond']).toContain(condition)
  })

  it('is analysed once it has grown, and then left alone', async () => {
    await expect.poll(analysedTables).toContain('matters')
    await expect.poll(analysedTables).toEqual([])
    const [row] = await database.db.rows({ is_known: bool })`
      SELECT last_analyze IS NOT NULL AS is_known FROM pg_stat_user_tables WHERE relname = 'matters'`
    expect(row?.is_known).toBe(true)
  })

  it.each([
    [{}, 'matters_pkey'],
    [{ updated_since: '2026-01-01T00:00:00Z' }, 'matters_workspace_id_updated_at_idx'],
  ])('then has its pages of %j read in the order of an index', async (query, index) => {
    const plan = await planOf(page(query))
    expect(scanOf(plan)?.['Index Name']).toBe(index)
  })
})

it('analyses the other tables when one cannot be analysed', async () => {
  const { pool } = database.db
  // ANALYZE computes the expressions of indexes.
  await pool.query(`
    CREATE FUNCTION failing(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT n';
    CREATE TABLE a_table (n int);
    CREATE TABLE broken_table (n int);
    CREATE TABLE c_table (n int);
    CREATE INDEX ON broken_table (failing(n));
    INSERT INTO a_table SELECT n FROM generate_series(1, 2000) AS n;
    INSERT INTO broken_table SELECT n FROM generate_series(1, 2000) AS n;
    INSERT INTO c_table SELECT n FROM generate_series(1, 2000) AS n;
    CREATE OR REPLACE FUNCTION failing(n int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT n / 0';`)
  const analysed = new Set<string>()
  await expect
    .poll(async () => {
      for (const table of await analysedTables()) analysed.add(table)
      return [...analysed]
    })
    .toEqual(expect.arrayContaining(['a_table', 'c_table']))
  expect(analysed).not.toContain('broken_table')
  await pool.query('DROP TABLE a_table, broken_table, c_table')
})

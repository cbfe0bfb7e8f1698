import { createDb, Prisma } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { findWorkspace } from '@matterbase/domain'
import { recordContracts } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { nodesOf, plansOf } from './list-plans.ts'
import type { Plan } from './list-plans.ts'
import { newRecordBody } from './new-record-body.ts'

/** Firms, records of each kind for each firm, and how many times as many records PostgreSQL assumes. */
const shapes = [
  { name: 'one firm of 300,000 records', firms: 1, records: 20_000, times: 15 },
  { name: 'ten firms of 2,000 records', firms: 10, records: 2_000, times: 1 },
  { name: 'a thousand firms of 20 records', firms: 1_000, records: 20, times: 1 },
]

/** More rows than the write of one record needs to look at. */
const mostRows = 5_000

interface Node extends Plan {
  readonly 'Plan Rows': number
  readonly Plans?: readonly Node[]
}

describe.each(shapes)('with the statistics of $name, the writes', ({ firms, records, times }) => {
  let database: TestDatabase
  let api: Api
  let statuses: readonly (readonly [string, number])[]
  const statements = new Map<string, Prisma.Sql>()

  beforeAll(async () => {
    database = await createTestDatabase()
    const db = createDb({
      url: database.url,
      inspect: ({ text, values }) => {
        statements.set(text, new Prisma.Sql(text.split(/\$\d+/), values))
        return () => undefined
      },
    })
    api = await startApi({ database: { db, databaseUrl: database.url } })
    const owner = await signIn(api)
    const workspaceId = await findWorkspace(database.db, owner.email, 'live')
    // The other firms need no account.
    const others = Prisma.sql`SELECT ${workspaceId}::int + firm * 1000 FROM generate_series(0, ${firms - 1}::int) AS firm`
    await fill(database, others, records)
    await database.db.pool.query('VACUUM ANALYZE')
    // PostgreSQL multiplies the rows of a page by the pages of the file.
    await database.db.run`
      UPDATE pg_class SET reltuples = reltuples * ${times}::int
      WHERE relkind IN ('r', 'i') AND relnamespace = current_schema()::regnamespace AND reltuples > 0`
    statements.clear()
    const { status } = await owner.call('PUT', '/live/matter-numbers', { body: { pattern: '{yyyy}-{seq:4}' } })
    statuses = [['PUT /matter-numbers', status], ...(await writeEach(api, await api.key({ email: owner.email })))]
  })
  afterAll(async () => {
    await api.close()
    await database.close()
  })

  it('look at few rows, and make no series before it is read', async () => {
    const faults: string[] = []
    for (const [text, statement] of statements) {
      if (!/^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text) || /set_config|FROM pg_/.test(text)) continue
      for (const plan of await plansOf(database.db, statement)) {
        const found = faultsOf(plan as Node)
        if (found.length > 0) faults.push(`${found.join(', ')}: ${text.replaceAll(/\s+/g, ' ').slice(0, 600)}`)
      }
    }
    expect(statuses.filter(([, status]) => status >= 300)).toEqual([])
    expect(statements.size).toBeGreaterThan(50)
    expect(faults).toEqual([])
  })
})

const isScan = ({ 'Node Type': type }: Plan) =>
  type.endsWith('Scan') && !/Subquery|Function|Values|CTE|WorkTable/.test(type)

/** What only reads a series row by row. */
const readers = new Set(['ProjectSet', 'Subquery Scan', 'Result', 'Nested Loop'])

function faultsOf(plan: Node, above: readonly string[] = []): string[] {
  const { 'Node Type': type, 'Plan Rows': rows, Plans: children = [] } = plan
  const own: string[] = []
  // LIMIT ends the scan of an index in its order.
  if (isScan(plan) && rows > mostRows && above.at(-1) !== 'Limit')
    own.push(`${type} of ${plan['Relation Name'] ?? plan['Index Name']} reads ${rows} rows`)
  if (type === 'ProjectSet') {
    const limit = above.lastIndexOf('Limit')
    const between = above.slice(limit + 1).filter((node) => !readers.has(node))
    if (limit >= 0 && between.length > 0) own.push(`${between.join(', ')} reads a whole series`)
  }
  return [...own, ...children.flatMap((child) => faultsOf(child, [...above, type]))]
}

/** Fills the tables of records of these workspaces. */
async function fill({ db }: TestDatabase, workspaces: Prisma.Sql, records: number): Promise<void> {
  const each = Prisma.sql`(${workspaces}) AS workspace (id), generate_series(1, ${records}::int) AS n,
    LATERAL (SELECT now() - n * interval '1 second' AS moment) AS at`
  await db.run(Prisma.sql`
    INSERT INTO clients (workspace_id, company_name, status, external_id, words, conflict_names, created_at, updated_at)
    SELECT workspace.id, 'Client ' || n, 'active', 'c' || n, ARRAY['client', n::text],
      array_to_tsvector(ARRAY[workspace.id || ':client', workspace.id || ':' || n]), moment, moment FROM ${each}`)
  await db.run(Prisma.sql`
    INSERT INTO matters (workspace_id, title, status, external_id, client_id, words, conflict_names, created_at, updated_at)
    SELECT workspace.id, 'Matter ' || n, 'In Progress', 'm' || n,
      (SELECT min(id) FROM clients WHERE workspace_id = workspace.id) + n - 1, ARRAY['matter', n::text],
      array_to_tsvector(ARRAY[workspace.id || ':matter', workspace.id || ':' || n]), moment, moment FROM ${each}`)
  await db.run(Prisma.sql`
    INSERT INTO time_entries (workspace_id, case_id, status, is_billable, duration, external_id, words, created_at, updated_at)
    SELECT workspace.id, (SELECT min(id) FROM matters WHERE workspace_id = workspace.id) + n - 1, 'pending', true, 1, 't' || n,
      ARRAY['time', n::text], moment, moment FROM ${each}`)
  await db.run(Prisma.sql`
    INSERT INTO leads (workspace_id, first_name, email, email_key, urgency, status, score, source, conflict_names, created_at, updated_at)
    SELECT workspace.id, 'Lead ' || n, n || '@example.com', n || '@example.com', 'low', 'new', 1, 'api',
      array_to_tsvector(ARRAY[workspace.id || ':lead', workspace.id || ':' || n]), moment, moment FROM ${each}`)
}

/** Makes every write of records over the REST API, and returns their statuses. */
async function writeEach(api: Api, key: string): Promise<[string, number][]> {
  const statuses: [string, number][] = []
  const send = async (method: string, path: string, body?: object) => {
    const reply = await api.call(method, path, { key, body })
    statuses.push([`${method} ${path.replaceAll(/\d+/g, 'ID')}`, reply.status])
    return reply
  }
  for (const contract of Object.values(recordContracts)) {
    const path = `/${contract.path}`
    const body = await newRecordBody(api, key, contract, 'Written')
    const { body: made } = await send('POST', path, { ...body, external_id: 'one' })
    const other = await newRecordBody(api, key, contract, 'Written too')
    await send('PUT', path, { ...other, external_id: 'two' })
    await send('PUT', path, { ...other, external_id: 'two', metadata: { a: 'b' } })
    await send('PATCH', `${path}/${made.data.id}`, { external_id: 'three' })
    const rows = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => ({
        ...(await newRecordBody(api, key, contract, `Bulk ${at}`)),
        external_id: `bulk ${at}`,
      })),
    )
    await send('POST', `${path}/bulk`, { data: rows })
    await send('POST', `${path}/bulk`, { data: rows.map((row, at) => ({ ...row, metadata: { at: String(at) } })) })
    await send('DELETE', `${path}/bulk`, { external_ids: ['bulk 1', 'bulk 2'] })
    await send('DELETE', `${path}/${made.data.id}?force=true`)
  }
  await send('POST', '/leads', { leadData: { first_name: 'Ada', email: 'ada@example.com' } })
  await send('POST', '/leads', { leadData: { first_name: 'Ada', email: 'ada@example.com', company: 'Acme' } })
  return statuses
}

it('finds a series that is made before it is read', () => {
  const series = { 'Node Type': 'ProjectSet', 'Plan Rows': 1_000 } as Node
  const sorted = { 'Node Type': 'Sort', 'Plan Rows': 1_000, Plans: [series] } as Node
  const joined = { 'Node Type': 'Merge Join', 'Plan Rows': 1_000, Plans: [sorted] } as Node
  const limited = { 'Node Type': 'Limit', 'Plan Rows': 1, Plans: [joined] } as Node
  expect(faultsOf(limited)).toEqual(['Merge Join, Sort reads a whole series'])
  expect(nodesOf(limited)).toHaveLength(4)
})

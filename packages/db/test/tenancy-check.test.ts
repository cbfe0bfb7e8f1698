import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'libpg-query'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '../src/testing/index.ts'
import type { TestDatabase } from '../src/testing/index.ts'
import { acrossWorkspaces } from '../src/testing/tenancy/allowed.ts'
import { readCatalog } from '../src/testing/tenancy/catalog.ts'
import type { Catalog } from '../src/testing/tenancy/catalog.ts'
import { lookUps } from '../src/testing/tenancy/look-ups.ts'
import { referencesIn } from '../src/testing/tenancy/references.ts'
import { createTenancyCheck, mistakesIn } from '../src/testing/tenancy/tenancy-check.ts'
import { workedOut } from '../src/testing/tenancy/worked-out.ts'

const root = new URL('../../../', import.meta.url)

let database: TestDatabase
let catalog: Catalog

beforeAll(async () => {
  database = await createTestDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  catalog = await readCatalog(client)
  await client.end()
  // What it parses with is loaded by its first check.
  const check = createTenancyCheck()
  check.note('SELECT 1', 'apps/api/src/x.ts')
  await check.check(database.url)
})
afterAll(() => database.close())

const mistakes = (text: string) => mistakesIn(text, 'apps/api/src/x.ts', catalog)
const reach = (text: string) => referencesIn(parseSync(text), catalog).map((each) => each.reach)

it('fails the tests of whoever sends a statement that reaches into all workspaces', async () => {
  const check = createTenancyCheck()
  check.note('SELECT title FROM matters WHERE id = $1', 'apps/api/src/x.ts')
  await expect(check.check(database.url)).rejects.toThrow(
    /Table matters: nothing says of which workspace\.[^]*In apps\/api\/src\/x\.ts: SELECT title FROM matters WHERE id = \$1/,
  )
  check.note('SELECT title FROM matters WHERE id = $1', 'packages/domain/src/y.ts')
  await expect(check.check(database.url)).rejects.toThrow('In packages/domain/src/y.ts')
})

it('finds each reference that no workspace is named for', () => {
  const unnamed = [
    'SELECT FROM matters',
    'SELECT FROM matters WHERE workspace_id > $1',
    'SELECT FROM matters WHERE workspace_id = $1 OR id = $2',
    'SELECT FROM matters WHERE NOT workspace_id = $1',
    'SELECT FROM matters AS m WHERE workspace_id = m.client_id',
    // A neighbour's name says nothing of it.
    'SELECT FROM matters AS m, clients AS c WHERE m.workspace_id = $1 AND c.id = m.client_id',
    'SELECT FROM matters AS m JOIN clients AS c ON c.id = m.client_id WHERE m.workspace_id = $1',
    // The rows of the left side stay, whatever a condition of the join says of them.
    'SELECT FROM matters AS m LEFT JOIN clients AS c ON m.workspace_id = $1 AND c.workspace_id = m.workspace_id AND c.workspace_id = $1',
    'SELECT FROM matters AS m WHERE workspace_id = $1 AND EXISTS (SELECT FROM clients AS c WHERE c.id = m.client_id)',
    'SELECT (SELECT title FROM matters WHERE id = $2) FROM clients WHERE workspace_id = $1',
    'SELECT FROM clients AS c, LATERAL (SELECT FROM matters AS m WHERE m.client_id = c.id) AS q WHERE c.workspace_id = $1',
    'WITH m AS (SELECT * FROM matters) SELECT FROM m WHERE workspace_id = $1',
    'SELECT FROM clients WHERE workspace_id = $1 UNION ALL SELECT FROM matters WHERE id = $2',
    'SELECT FROM api_keys WHERE id = $1',
    'UPDATE matters SET title = $1 WHERE id = $2',
    'UPDATE matters SET title = c.email FROM clients AS c WHERE matters.workspace_id = $1 AND c.id = $2',
    'DELETE FROM matters WHERE ctid = ANY (ARRAY(SELECT ctid FROM matters WHERE workspace_id = $1))',
    'DELETE FROM matters USING clients AS c WHERE c.workspace_id = $1 AND client_id = c.id',
    'INSERT INTO timers (user_id, started_at) VALUES ($1, $2)',
    'INSERT INTO timers (workspace_id, user_id, started_at) SELECT client_id, $1, $2 FROM clients WHERE workspace_id = $3',
    'INSERT INTO timers (workspace_id) SELECT id FROM workspaces WHERE environment = $1',
    'WITH gone AS (DELETE FROM matters WHERE id = $2 RETURNING client_id) SELECT FROM clients JOIN gone ON client_id = id WHERE workspace_id = $1',
    'MERGE INTO matters USING clients ON true WHEN MATCHED THEN DELETE',
    'COPY matters TO STDOUT',
    'SELECT firm_day(client_id::int, $1) FROM matters WHERE workspace_id = $2',
  ]
  expect(unnamed.filter((text) => !reach(text).includes('all'))).toEqual([])
})

it('follows a workspace through whatever equals it', () => {
  const one = [
    'SELECT FROM matters WHERE $1::int = workspace_id',
    'SELECT FROM matters AS m JOIN clients AS c USING (workspace_id) WHERE c.workspace_id = $1',
    'SELECT FROM matters AS m LEFT JOIN clients AS c ON (c.workspace_id, c.id) = (m.workspace_id, m.client_id) WHERE m.workspace_id = $1',
    'SELECT FROM (SELECT *, row_number() OVER () AS place FROM matters) AS page WHERE page.workspace_id = $1',
    'SELECT (SELECT count(*) FROM matters AS m WHERE m.workspace_id = c.workspace_id) FROM clients AS c WHERE workspace_id = $1',
    'SELECT FROM clients AS c, LATERAL (SELECT FROM matters AS m WHERE m.workspace_id = c.workspace_id) AS q WHERE c.workspace_id = $1',
    'WITH c AS (SELECT workspace_id AS w FROM clients WHERE workspace_id = $1) UPDATE matters SET title = $2 FROM c WHERE w = workspace_id',
    'INSERT INTO timers (workspace_id) SELECT workspace_id FROM matters WHERE workspace_id = $1 AND id = $2',
    'SELECT FROM documents WHERE sign_token_hash = $1',
    'SELECT firm_day(m.workspace_id, $1) FROM matters AS m WHERE m.workspace_id = $2',
  ]
  const several = [
    'SELECT FROM matters WHERE workspace_id = ANY ($1)',
    'SELECT FROM matters WHERE (workspace_id = $1 AND id = $2) OR (workspace_id = $3 AND id = $4)',
    'SELECT FROM matters WHERE workspace_id IN (SELECT id FROM workspaces WHERE owner_uuid = $1)',
    'SELECT FROM unnest($1::int[], $2::bigint[]) AS asked (w, i) JOIN matters ON workspace_id = w AND id = i',
    'INSERT INTO timers (workspace_id) SELECT w FROM unnest($1::int[]) AS asked (w)',
  ]
  expect(one.filter((text) => reach(text).some((each) => each !== 'one'))).toEqual([])
  expect(several.filter((text) => !reach(text).includes('several') || reach(text).includes('all'))).toEqual([])
})

it('finds what several nodes would work out differently', () => {
  const refused = [
    'UPDATE matters SET updated_at = clock_timestamp() WHERE workspace_id = $1',
    'UPDATE matters SET title = to_char(updated_at, $2) WHERE workspace_id = $1',
    'UPDATE matters SET deleted_at = coalesce(deleted_at, now()) WHERE workspace_id = $1',
    'UPDATE matters SET workspace_id = $2 WHERE workspace_id = $1',
    'UPDATE matters SET title = $2 WHERE workspace_id = $1 RETURNING (SELECT 1)',
    'DELETE FROM matters WHERE workspace_id = $1 AND random() < 0.5',
    'DELETE FROM matters WHERE workspace_id = $1 RETURNING now()',
    'INSERT INTO timers (workspace_id) VALUES ($1) ON CONFLICT (workspace_id, user_id) DO UPDATE SET started_at = now()',
    'INSERT INTO timers (workspace_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING',
  ]
  expect(refused.filter((text) => mistakes(text).length === 0)).toEqual([])
  // What is the same on all of them, and what is the directory's.
  expect(mistakes('UPDATE matters SET updated_at = now() WHERE workspace_id = $1 RETURNING title')).toEqual([])
  expect(mistakes('UPDATE workspaces SET change_clock = clock_timestamp() WHERE id = $1 RETURNING now()')).toEqual([])
})

it('begins every unique index and foreign key of a table of tenants with its workspace', async () => {
  const { rows } = await database.db.pool.query<{ table: string; first: string; target: string | null }>(`
    SELECT relname::text AS table, attname::text AS first, target FROM (
      SELECT indrelid AS relation, indkey[0] AS first, NULL::text AS target FROM pg_index WHERE indisunique
      UNION ALL SELECT conrelid, conkey[1], confrelid::regclass::text FROM pg_constraint WHERE contype = 'f'
    ) AS keys JOIN pg_class ON pg_class.oid = relation JOIN pg_attribute ON attrelid = relation AND attnum = first
    WHERE relnamespace = 'public'::regnamespace AND NOT relispartition ORDER BY 1, 2`)
  const others = rows.filter(({ table, first }) => catalog.isTenant(table) && first !== 'workspace_id')
  // Who made a key, and for whom it acts: users belong to no tenant.
  expect(others.filter(({ target }) => target !== null)).toEqual([
    { table: 'api_keys', first: 'acts_for', target: 'users' },
    { table: 'api_keys', first: 'created_by', target: 'users' },
  ])
  const unique = others.filter(({ target }) => target === null)
  expect(unique.map(({ table, first }) => ({ table, column: first }))).toEqual(
    lookUps.map(({ table, column }) => ({ table, column })),
  )
})

it('keeps to its workspace in the functions of the database', () => {
  expect([...catalog.ofWorkspaces.keys()].toSorted()).toEqual([
    'custom_values_of',
    'firm_day',
    'firm_digits',
    'is_earlier_credit_note',
    'is_earlier_payment',
    'name_of_client',
    'rate_of',
  ])
  for (const { body, parameters } of catalog.ofWorkspaces.values())
    expect(referencesIn(parseSync(body), catalog, parameters).map((each) => each.reach)).toEqual(['one'])
})

it('has no trigger or view that reaches further than the statement that meets it', async () => {
  const { rows: views } = await database.db.pool.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')`,
  )
  expect(views).toEqual([])
  const { rows: triggers } = await database.db.pool.query<{ name: string; source: string }>(`
    SELECT tgname::text AS name, prosrc AS source FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal`)
  // The rows of the statement itself, and the counts of their workspaces.
  const own = ['added', 'removed', 'storage_usage']
  // Of the row that a statement wrote, and of its workspace.
  const ofRow = triggers.filter(({ source }) => /\b(?:NEW|OLD)\./.test(source))
  expect(ofRow.map(({ name }) => name)).toEqual(expect.arrayContaining(['matters_metadata_changed']))
  for (const { name, source } of ofRow) {
    // One that runs before the row is written changes only the row.
    if (/\bRETURN NEW\b/.test(source)) {
      expect(source, name).not.toMatch(/\b(?:FROM|INTO|UPDATE|SELECT|PERFORM|EXECUTE)\b/i)
      continue
    }
    const writes = source.match(/(?:INSERT INTO|DELETE FROM|UPDATE)\s+\w+[^;]*;/g) ?? []
    expect(writes.length, name).toBeGreaterThan(0)
    for (const write of writes)
      expect(write, name).toMatch(
        /workspace_id = (?:OLD\.workspace_id|workspace)\b|SELECT (?:NEW|OLD)\.workspace_id|custom_values_of\(workspace,/,
      )
  }
  for (const { name, source } of triggers.filter((one) => !ofRow.includes(one))) {
    const tables = [...source.matchAll(/\b(?:FROM|JOIN|INTO|USING|UPDATE)\s+(?!SET\b)"?(\w+)/gi)].map(
      ([, table]) => table,
    )
    expect(
      tables.filter((table) => !own.includes(table ?? '')),
      name,
    ).toEqual([])
    const statements = source.match(/INSERT INTO/g) ?? []
    expect(source.match(/GROUP BY workspace_id\b/g), name).toHaveLength(statements.length)
    expect(source.match(/ON CONFLICT \(workspace_id, kind\)/g), name).toHaveLength(statements.length)
  }
})

it('allows nothing in files or tables that are not there', () => {
  expect([...acrossWorkspaces, ...workedOut].filter(({ file }) => !existsSync(new URL(file, root)))).toEqual([])
  const tables = acrossWorkspaces.flatMap((each) => each.tables).filter((table) => !table.endsWith('()'))
  expect(tables.filter((table) => !catalog.isTenant(table))).toEqual([])
})

it('allows nothing to files that do not speak of it', () => {
  const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
  // A statement has parts from the files that are imported, too.
  const sourceOf = (file: string, parts: readonly string[] = []) => {
    const own = file.endsWith('.ts') ? [file] : globSync(`${file}/**/*.ts`, { cwd: root.pathname })
    const files = [...own, ...parts]
    const beside = files.flatMap((each) =>
      [...read(each).matchAll(/from '(\.[^']+)'/g)].map(([, name = '']) => join(dirname(each), name)),
    )
    // Where the answers' JSON is made.
    return [...new Set([...files, ...beside, 'packages/db/src/client/json.ts'])].map(read).join('\n')
  }
  // What another package has a function for, and what PostgreSQL's own words stand for.
  const otherwise: Readonly<Record<string, string>> = {
    storage_usage: 'countUsage(',
    time_entries: 'workColumns',
    timezone: 'AT TIME ZONE',
  }
  const isIn = (source: string, name: string) =>
    source.includes(name.replace('()', '(')) || source.includes(otherwise[name] ?? name)
  const allowed = [...acrossWorkspaces.map(({ tables, ...one }) => ({ ...one, names: tables })), ...workedOut]
  const unused = allowed.flatMap(({ file, names, parts }) => {
    const source = sourceOf(file, parts)
    return names.filter((name) => !isIn(source, name)).map((name) => `${file}: ${name}`)
  })
  expect(unused).toEqual([])
})

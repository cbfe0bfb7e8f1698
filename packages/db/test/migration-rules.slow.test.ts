import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrationsFolder, readNames } from '../src/migrations/files.ts'
import { migrate } from '../src/migrations/migrate.ts'
import { createTestDatabase } from '../src/testing/index.ts'
import type { TestDatabase } from '../src/testing/index.ts'
import { findAmbiguous, findFaults, readShape } from './migration-rules.ts'
import type { Shape } from './migration-rules.ts'

const firstWithRules = '20261123'
/** What a later one has to do all the same, with why it may. */
const exceptions: Record<string, string[]> = {}

/** The last migration of the version before, 0.9.0. Set it to the last one of each release. */
const lastOfVersionBefore = '20261128023459_add_external_records'
/** New columns that another table has, with the reason why no statement of the version before becomes ambiguous. */
const namedAsOthers: Record<string, string> = {}

let database: TestDatabase
let client: Client
let path: string

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false })
  client = new Client({ connectionString: database.url })
  await client.connect()
  path = await mkdtemp(join(tmpdir(), 'migrations-'))
})

afterEach(async () => {
  await client.end()
  await database.close()
  await rm(path, { recursive: true })
})

const apply = () => migrate(database.url, { folder: pathToFileURL(`${path}/`) })

/** As the migration left it that was examined before. */
let shape: Shape

/** Applies a migration that lies in the folder, and says what is against the rules in it. */
async function examine(name: string): Promise<string[]> {
  const before = shape
  await apply()
  shape = await readShape(client)
  return findFaults(await readFile(join(path, name, 'migration.sql'), 'utf8'), before, shape)
}

async function examineSql(name: string, sql: string): Promise<string[]> {
  await mkdir(join(path, name))
  await writeFile(join(path, name, 'migration.sql'), sql)
  return examine(name)
}

it('finds nothing in the migrations that holds up or breaks the version before', async () => {
  const found: Record<string, string[]> = {}
  const names = await readNames()
  const add = (name: string) => cp(join(fileURLToPath(migrationsFolder), name), join(path, name), { recursive: true })
  for (const name of names.filter((one) => one < firstWithRules)) await add(name)
  await apply()
  shape = await readShape(client)
  for (const name of names.filter((one) => one >= firstWithRules)) {
    await add(name)
    const faults = await examine(name)
    if (faults.length > 0) found[name] = faults
  }
  expect(found, 'see docs/internals/migrations.md').toEqual(exceptions)
})

it('adds no column whose name would be ambiguous in a statement of the version before', async () => {
  const names = await readNames()
  expect(names).toContain(lastOfVersionBefore)
  const add = (name: string) => cp(join(fileURLToPath(migrationsFolder), name), join(path, name), { recursive: true })
  for (const name of names.filter((one) => one <= lastOfVersionBefore)) await add(name)
  await apply()
  const before = await readShape(client)
  for (const name of names.filter((one) => one > lastOfVersionBefore)) await add(name)
  await apply()
  expect(findAmbiguous(before, await readShape(client))).toEqual(Object.keys(namedAsOthers))
})

it('knows a name that another table has', async () => {
  await client.query('CREATE TABLE a (x int, street text); CREATE TABLE b (x int)')
  const before = await readShape(client)
  await client.query(
    'ALTER TABLE b ADD street text, ADD more int; ALTER TABLE a ADD more int; CREATE TABLE c (street text)',
  )
  expect(findAmbiguous(before, await readShape(client))).toEqual(['b.street, which a had'])
})

const writesRows = 'writes rows, which stay locked until it ends: let the new version fill them, piece by piece'
const trigger = (name: string) =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n  DELETE FROM a;\n  RETURN NULL;\nEND $$`

const violations = {
  'ALTER TABLE a ALTER x TYPE bigint': [
    'rewrites a, which is locked until the rewrite ends',
    'makes a.x bigint, which the version before does not expect',
  ],
  'ALTER TABLE a ADD made float DEFAULT random()': ['rewrites a, which is locked until the rewrite ends'],
  'ALTER TABLE a ADD needed int NOT NULL': [
    'adds a.needed NOT NULL without a default: rows of the version before are refused',
  ],
  'ALTER TABLE a ALTER y SET NOT NULL': [
    'makes a.y NOT NULL, for which every row is read: validate a CHECK of it first',
  ],
  'ALTER TABLE a DROP y': ['drops a.y, which the version before reads'],
  'ALTER TABLE a RENAME x TO z': ['drops a.x, which the version before reads'],
  'DROP TABLE gone': ['drops gone, which the version before reads'],
  'DROP FUNCTION f(int)': ['drops f(integer), which the version before calls'],
  'CREATE INDEX a_z_idx ON a (z)': [
    'makes a_z_idx on a, which nobody writes to meanwhile: in a migration of its own, CONCURRENTLY',
  ],
  'ALTER TABLE a ADD CONSTRAINT a_z_check CHECK (z > 0)': [
    'adds a_z_check to a, for which every row is read: NOT VALID, and VALIDATE in a later migration',
  ],
  'SET LOCAL lock_timeout = 0': ['sets a limit for locks: the migrator has one'],
  'UPDATE a SET z = 2': [writesRows],
  'DO $$ BEGIN\n  UPDATE a SET z = 3;\nEND $$': [writesRows],
  [`${trigger('called')};\nCREATE FUNCTION more() RETURNS void LANGUAGE sql AS $x$\n  DELETE FROM a WHERE z = 4\n$x$;\nSELECT more()`]:
    [writesRows],
  [`${trigger('before')};\nDELETE FROM a WHERE z = 5`]: [writesRows],
}

const harmless = [
  'CREATE TABLE b (x int PRIMARY KEY); CREATE INDEX b_x_idx ON b (x)',
  `ALTER TABLE a ADD more int, ADD kind text NOT NULL DEFAULT 'usual'`,
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a_more_idx" ON a (more)',
  'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "a_more_key" ON a (more)',
  'ALTER TABLE a ADD CONSTRAINT a_more_key UNIQUE USING INDEX a_more_key',
  'ALTER TABLE a ADD CONSTRAINT a_more_check CHECK (more IS NOT NULL) NOT VALID',
  'ALTER TABLE a VALIDATE CONSTRAINT a_more_check',
  'ALTER TABLE a ALTER more SET NOT NULL',
  'CREATE FUNCTION g(int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  `${trigger('h')};\nCREATE TRIGGER a_changed AFTER UPDATE ON a FOR EACH ROW EXECUTE FUNCTION h()`,
  `${trigger('h').replace('CREATE', 'CREATE OR REPLACE')};\nSELECT g(1)`,
]

it('knows what is against the rules', async () => {
  const first =
    'CREATE TABLE a (x int, y int); CREATE TABLE gone (x int); CREATE FUNCTION f(int) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'
  shape = await readShape(client)
  expect(await examineSql('1', first)).toEqual([])
  const found: Record<string, string[]> = {}
  for (const [index, sql] of Object.keys(violations).entries()) found[sql] = await examineSql(`2_${index + 10}`, sql)
  expect(found).toEqual(violations)
  for (const [index, sql] of harmless.entries()) expect(await examineSql(`3_${index + 10}`, sql), sql).toEqual([])
})

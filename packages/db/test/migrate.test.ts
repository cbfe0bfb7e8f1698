import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { text } from '../src/client/columns.ts'
import { diffSchema } from '../scripts/schema-diff.ts'
import { migrationsFolder } from '../src/migrations/files.ts'
import { migrate } from '../src/migrations/migrate.ts'
import { createTestDatabase } from '../src/testing/index.ts'
import type { TestDatabase } from '../src/testing/index.ts'

let database: TestDatabase
let path: string
let folder: URL

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false })
  path = await mkdtemp(join(tmpdir(), 'migrations-'))
  folder = pathToFileURL(`${path}/`)
})

afterEach(async () => {
  await database.close()
  await rm(path, { recursive: true })
})

async function writeMigration(name: string, sql: string) {
  await mkdir(join(path, name), { recursive: true })
  await writeFile(join(path, name, 'migration.sql'), sql)
}

async function listTables() {
  const rows = await database.db.rows({ name: text })`
    SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1`
  return rows.map(({ name }) => name)
}

it('leads to the schema that schema.prisma describes', async () => {
  expect(await diffSchema(database.url)).toContain('CREATE TABLE "matters"')
  await migrate(database.url)
  const advice =
    'prisma/schema.prisma is without what the migrations make, or they without what it has: ' +
    '`npx pnpm@12 --filter @matterbase/db migration <name>` writes the migration that is missing'
  expect(await diffSchema(database.url), advice).toBe('')
  // PostgreSQL itself writes the JSON of each row wherever it is kept.
  const tables = await database.db.rows({ table_name: text })`
    SELECT table_name::text FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'json' AND is_generated = 'NEVER'`
  expect(tables, 'their json is a generated column, made by a function: see stored_json in the migrations').toEqual([])
})

it('applies each migration once, in the order of their names', async () => {
  await writeMigration('2_second', 'ALTER TABLE a ADD y int')
  await writeMigration('1_first', 'CREATE TABLE a (x int)')
  expect(await migrate(database.url, { folder })).toEqual(['1_first', '2_second'])
  expect(await migrate(database.url, { folder })).toEqual([])
  await writeMigration('3_third', 'CREATE TABLE b (x int)')
  expect(await migrate(database.url, { folder })).toEqual(['3_third'])
})

it('applies a file with semicolons in texts and function bodies', async () => {
  const body = "BEGIN NEW.x := 'a;b'; RETURN NEW; END;"
  await writeMigration(
    '1_function',
    `CREATE FUNCTION f() RETURNS trigger AS $$ ${body} $$ LANGUAGE plpgsql; CREATE TABLE a (x text DEFAULT ';')`,
  )
  await migrate(database.url, { folder })
  expect(await listTables()).toEqual(['a'])
})

it('leaves nothing of a migration that fails, and applies it once its file is mended', async () => {
  await writeMigration('1_first', 'CREATE TABLE a (x int)')
  await writeMigration('2_second', 'CREATE TABLE b (x int); CREATE TABLE a (x int)')
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    'Migration 2_second failed and was rolled back: relation "a" already exists',
  )
  expect(await listTables()).toEqual(['a'])
  await writeMigration('2_second', 'CREATE TABLE b (x int)')
  expect(await migrate(database.url, { folder })).toEqual(['2_second'])
  expect(await listTables()).toEqual(['a', 'b'])
})

it('lets one of three processes apply a migration while the others wait for it', async () => {
  await writeMigration('1_slow', 'CREATE TABLE a (x int); SELECT pg_sleep(0.3)')
  const results = await Promise.all([1, 2, 3].map(() => migrate(database.url, { folder })))
  expect(results.flat()).toEqual(['1_slow'])
})

/** In place of the empty one: with what every migration made. */
async function useMigrated() {
  await database.close()
  database = await createTestDatabase()
  await cp(migrationsFolder, path, { recursive: true })
}

it('refuses a database that is newer than this build', async () => {
  await useMigrated()
  await writeMigration('99990101000000_later', 'CREATE TABLE later (x int)')
  await migrate(database.url, { folder })
  const before = await listTables()
  await expect(migrate(database.url)).rejects.toThrow(
    'The database is newer than this build: it has migration 99990101000000_later',
  )
  expect(await listTables()).toEqual(before)
})

it('says of a database that another build made on the way that it is not newer', async () => {
  await useMigrated()
  await writeMigration('20261120000000_other', 'CREATE TABLE other (x int)')
  await migrate(database.url, { folder })
  await expect(migrate(database.url)).rejects.toThrow(
    'The database is of another build: it has migration 20261120000000_other, which this one never had',
  )
})

it('refuses a migration that was changed after it was applied', async () => {
  await writeMigration('1_first', 'CREATE TABLE a (x int)')
  await migrate(database.url, { folder })
  await writeMigration('1_first', 'CREATE TABLE a (x bigint)')
  await expect(migrate(database.url, { folder })).rejects.toThrow('Migration 1_first was changed after it was applied')
})

it('refuses a migration that another tool left half applied', async () => {
  await writeMigration('1_first', 'CREATE TABLE a (x int)')
  await migrate(database.url, { folder })
  await database.db.run`UPDATE _prisma_migrations SET finished_at = NULL`
  await expect(migrate(database.url, { folder })).rejects.toThrow('Migration 1_first was left half applied')
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bool, filled, int, text } from '../src/client/columns.ts'
import { migrate } from '../src/migrations/migrate.ts'
import { rebuild } from '../src/migrations/rebuild.ts'
import { createTestDatabase } from '../src/testing/index.ts'
import type { TestDatabase } from '../src/testing/index.ts'

let database: TestDatabase
let path: string
let folder: URL
/** Somebody else, who has the table in use. */
let other: Client

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false })
  path = await mkdtemp(join(tmpdir(), 'migrations-'))
  folder = pathToFileURL(`${path}/`)
  other = new Client({ connectionString: database.url })
  await other.connect()
  await writeMigration('1_first', 'CREATE TABLE a (x int); INSERT INTO a VALUES (1), (2)')
  await migrate(database.url, { folder })
})

afterEach(async () => {
  await other.end()
  await database.close()
  await rm(path, { recursive: true })
})

async function writeMigration(name: string, sql: string) {
  await mkdir(join(path, name), { recursive: true })
  await writeFile(join(path, name, 'migration.sql'), sql)
}

/** The process of PostgreSQL that waits for somebody with such a statement. */
async function findWaiting(like: string): Promise<number> {
  return vi.waitFor(async () => {
    const rows = await database.db.rows({ pid: filled(int) })`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE ${like} AND wait_event_type = 'Lock'`
    const [row] = rows
    if (!row) throw new Error(`nothing like ${like} waits`)
    return row.pid
  }, 150_000)
}

const listIndexes = () =>
  database.db.rows({
    name: text,
    valid: bool,
  })`SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index WHERE indrelid = 'a'::regclass`

const useTable = () => other.query('BEGIN; INSERT INTO a VALUES (3)')

it('lets whoever needs a table have it while a migration waits for its turn', async () => {
  await writeMigration('2_second', 'ALTER TABLE a ADD y int')
  await useTable()
  const migrating = migrate(database.url, { folder })
  await findWaiting('ALTER TABLE%')
  // Behind the migration, which would otherwise wait for ever.
  expect(await database.db.rows({ rows: int })`SELECT count(*)::int AS rows FROM a`).toEqual([{ rows: 2 }])
  await other.query('COMMIT')
  expect(await migrating).toEqual(['2_second'])
})

it('gives up in the end, with a sentence that says what to do', async () => {
  await writeMigration('2_second', 'ALTER TABLE a ADD y int')
  await useTable()
  await expect(migrate(database.url, { folder, patience: 0 })).rejects.toThrow(
    'Migration 2_second failed and was rolled back: canceling statement due to lock timeout: let a backup',
  )
})

it('makes an index while others write, each of three processes waiting for the one that does', async () => {
  await writeMigration('2_index', '-- For lists.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "a_x_idx" ON "a" ("x");\n')
  await useTable()
  const migrating = Promise.all([1, 2, 3].map(() => migrate(database.url, { folder })))
  await findWaiting('%CONCURRENTLY%')
  await database.db.run`INSERT INTO a VALUES (4)`
  await other.query('COMMIT')
  expect((await migrating).flat()).toEqual(['2_index'])
  expect(await listIndexes()).toEqual([{ name: 'a_x_idx', valid: true }])
  await writeMigration('3_drop', 'DROP INDEX CONCURRENTLY IF EXISTS "a_x_idx"')
  await migrate(database.url, { folder })
  expect(await listIndexes()).toEqual([])
})

it('drops half an index that a lost connection has left, and makes it again', async () => {
  await writeMigration('2_index', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a_x_idx" ON "a" ("x")')
  await useTable()
  const migrating = migrate(database.url, { folder }).catch(String)
  await other.query('SELECT pg_terminate_backend($1)', [await findWaiting('CREATE INDEX CONCURRENTLY%')])
  expect(await migrating).toContain('Migration 2_index failed')
  await other.query('COMMIT')
  expect(await listIndexes()).toEqual([{ name: 'a_x_idx', valid: false }])
  expect(await migrate(database.url, { folder })).toEqual(['2_index'])
  expect(await listIndexes()).toEqual([{ name: 'a_x_idx', valid: true }])
})

it('goes on where a killed process left an index that PostgreSQL has made since', async () => {
  await writeMigration('2_index', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a_x_idx" ON "a" ("x")')
  await useTable()
  const module = new URL('../src/migrations/migrate.ts', import.meta.url).href
  const program = `const { migrate } = await import('${module}'); await migrate('${database.url}', { folder: new URL('${folder.href}') })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' })
  await findWaiting('CREATE INDEX CONCURRENTLY%')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const migrating = migrate(database.url, { folder })
  await other.query('COMMIT')
  expect(await migrating).toEqual(['2_index'])
  expect(await listIndexes()).toEqual([{ name: 'a_x_idx', valid: true }])
})

it('leaves nothing of an index that cannot be made', async () => {
  await writeMigration('2_index', 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "a_x_key" ON "a" ((x * 0))')
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    'Migration 2_index failed and was rolled back: could not create unique index "a_x_key"',
  )
  expect(await listIndexes()).toEqual([])
})

it('refuses more than an index in a migration that cannot be rolled back', async () => {
  await writeMigration(
    '2_more',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a_x_idx" ON "a" ("x"); ALTER TABLE a ADD y int',
  )
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    'Migration 2_more must be nothing but one CREATE INDEX',
  )
  await writeMigration('2_more', 'CREATE INDEX CONCURRENTLY "a_x_idx" ON "a" ("x")')
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    'Migration 2_more must be nothing but one CREATE INDEX',
  )
})

it('makes such an index inside of a transaction in a database that is restored', async () => {
  await database.db.run`DROP TABLE a, _prisma_migrations`
  await writeMigration('2_index', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "a_x_idx" ON "a" ("x")')
  await other.query('BEGIN')
  await rebuild(other, { folder, applied: [], fill: async () => undefined })
  await other.query('COMMIT')
  expect(await listIndexes()).toEqual([{ name: 'a_x_idx', valid: true }])
  expect(await migrate(database.url, { folder })).toEqual([])
})

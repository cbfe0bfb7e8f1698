import { chmod, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stopServer } from '../src/embedded/running.ts'
import { buffers } from '../src/embedded/settings.ts'
import { ensureSecrets, findPostgres, migrate, readSecrets, startPostgres } from '../src/index.ts'

const password = "it's a password"
let parent: string
let dataDir: string

async function makeFolder() {
  parent = await mkdtemp(join(tmpdir(), 'embedded-'))
  dataDir = join(parent, 'data')
  await chmod(parent, 0o755)
}

async function removeFolder() {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => null)
  if (folder) {
    await stopServer(join(folder, 'data'), true)
    await rm(folder, { recursive: true })
  }
  await rm(parent, { recursive: true })
}

const start = () => startPostgres({ dataDir, password, throwaway: true })

async function query(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

const gib = 2 ** 30
it.each([
  [gib / 2, 128],
  [4 * gib, 512],
  [64 * gib, 2048],
])('keeps pages in an eighth of %i bytes, within bounds: %i MiB', (memory, expected) => {
  expect(buffers(memory)).toBe(expected)
})

// Making a database takes longer than all else, so that what leaves it as it was shares one.
describe('in one folder', () => {
  beforeAll(makeFolder)
  afterAll(removeFolder)

  it('ends up with one server when two first starts race', async () => {
    const servers = await Promise.all([start(), start()])
    expect(servers[0].url).toBe(servers[1].url)
    await servers[0].stop()
  })

  it('keeps its data from one start to the next, is found while it runs and not after', async () => {
    const first = await start()
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS x')
    expect(await findPostgres(dataDir, password)).toBe(first.url)
    await first.stop()
    expect(await findPostgres(dataDir, password)).toBe(null)
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'SELECT x FROM kept')).toBe(1)
    await second.stop({ hurry: true })
  })

  it('listens on 127.0.0.1 alone, asks for a password, and orders and folds text the same everywhere', async () => {
    const { url, adminUrl, stop } = await start()
    expect(await query(url, 'SHOW listen_addresses')).toBe('127.0.0.1')
    expect(await query(adminUrl, 'SHOW unix_socket_directories')).toBe('')
    expect(
      await query(url, `SELECT 'B' < 'a' AND lower('Ż') = 'ż' AND current_setting('server_encoding') = 'UTF8'`),
    ).toBe(true)
    await expect(findPostgres(dataDir, 'another')).rejects.toThrow('secrets.json')
    await stop()
  })

  it('lets the programs own their database, and do nothing to the server', async () => {
    const { url, adminUrl, stop } = await start()
    expect(await query(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toBe(false)
    await migrate(url)
    await query(url, 'ANALYZE matters')
    for (const sql of [
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      `SELECT pg_read_file('/etc/passwd')`,
      'CREATE ROLE another',
      'CREATE DATABASE another',
      `ALTER SYSTEM SET listen_addresses = '*'`,
      'ALTER ROLE matterbase_app SUPERUSER',
      `ALTER ROLE matterbase PASSWORD 'x'`,
      'SET ROLE matterbase',
      'SELECT pg_reload_conf()',
    ])
      await expect(query(url, sql), sql).rejects.toThrow(/permission denied|must be superuser/i)
    expect(new URL(url).password).not.toContain(new URL(adminUrl).password)
    await stop()
  })

  it('takes over a server that a killed start left behind', async () => {
    const orphan = await start()
    const next = await start()
    expect(next).toMatchObject({ adopted: true, url: orphan.url })
    await next.stop()
    expect(await findPostgres(dataDir, password)).toBe(null)
  })

  it('starts after the server was killed, and over a pid file whose number another process has by now', async () => {
    const first = await start()
    const file = join(first.folder, 'data', 'postmaster.pid')
    const pidFile = await readFile(file, 'utf8')
    process.kill(Number.parseInt(pidFile, 10), 'SIGKILL')
    const second = await start()
    expect(second.adopted).toBe(false)
    await second.stop()
    await writeFile(file, pidFile.replace(/^\d+/, String(process.pid)))
    await chmod(file, 0o644)
    const third = await start()
    expect(third.adopted).toBe(false)
    await third.stop()
  })

  it('hands a database that earlier versions made over to the programs, once and as a whole', async () => {
    const { adminUrl, url, stop } = await start()
    // As earlier versions left it: all of it is the superuser's, and there is no other role.
    await migrate(url)
    await query(adminUrl, 'REASSIGN OWNED BY matterbase_app TO matterbase')
    await query(adminUrl, 'DROP ROLE matterbase_app')
    for (const sql of [
      'CREATE SCHEMA queue CREATE TABLE jobs (id serial PRIMARY KEY)',
      'CREATE SEQUENCE queue.loose',
      'CREATE VIEW queue.seen AS SELECT id FROM queue.jobs',
      `CREATE FUNCTION queue.one() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    ])
      await query(adminUrl, sql)
    await expect(query(url, 'SELECT 1')).rejects.toThrow('password authentication failed')
    const again = await Promise.all([start(), start()])
    expect(again.map((server) => server.url)).toEqual([url, url])
    const others = `
      SELECT count(*)::int FROM (
        SELECT relowner AS owner, relnamespace AS home FROM pg_class UNION ALL SELECT typowner, typnamespace FROM pg_type
        UNION ALL SELECT proowner, pronamespace FROM pg_proc UNION ALL SELECT nspowner, oid FROM pg_namespace
      ) AS things JOIN pg_namespace ON pg_namespace.oid = home
      WHERE (nspname = 'queue' OR (nspname = 'public' AND owner <> 'pg_database_owner'::regrole)) AND owner <> 'matterbase_app'::regrole`
    expect(await query(url, others)).toBe(0)
    // The programs can go on where the superuser stopped.
    expect(await migrate(url)).toEqual([])
    await query(url, 'ALTER TABLE matters ADD COLUMN another int')
    expect(await query(url, "SELECT make_partitions('request_logs', 5)")).toBe(2)
    await query(url, 'DROP TABLE request_logs_before')
    await query(url, 'ALTER TYPE "RateTier" ADD VALUE \'another\'')
    await query(url, 'DROP SCHEMA queue CASCADE')
    await stop()
  })
})

describe('in a new folder', () => {
  beforeEach(makeFolder)
  afterEach(removeFolder)

  it.runIf(process.getuid?.() === 0)(
    'keeps its files elsewhere when root asks for a folder its user cannot enter',
    async () => {
      await chmod(parent, 0o700)
      const first = await start()
      expect(first.folder.startsWith(parent)).toBe(false)
      await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS x')
      await first.stop()
      const second = await start()
      expect(await query(second.url, 'SELECT x FROM kept')).toBe(1)
      await second.stop()
    },
  )

  it.each(['a$HOME b', 'a"b`id`', "a'b\\;c&d"])('starts in the folder %j', async (name) => {
    dataDir = join(parent, name)
    const first = await start()
    expect([first.adopted, await query(first.url, 'SELECT 1')]).toEqual([false, 1])
    expect(await findPostgres(dataDir, password)).toBe(first.url)
    expect((await start()).adopted).toBe(true)
    await first.stop()
    expect(await findPostgres(dataDir, password)).toBe(null)
  })

  it('says that it does not start in a folder with a line break in its name', async () => {
    dataDir = join(parent, 'a\nb')
    await expect(start()).rejects.toThrow('contains a newline')
  })

  it('says why it does not start where the server wrote no log', async () => {
    await (await start()).stop()
    const folder = await realpath(join(dataDir, 'postgres'))
    await rm(join(folder, 'data', 'PG_VERSION'))
    await rm(join(folder, 'data', 'global'), { recursive: true })
    await rm(join(folder, 'log'))
    await expect(start()).rejects.toThrow(/does not start:\n.*\S/s)
    await mkdir(join(folder, 'log'))
    await expect(start()).rejects.toThrow(/does not start:\n.*(?:log|Is a directory)/s)
  })

  it('generates secrets once, for the owner alone', async () => {
    const [secrets, same] = await Promise.all([ensureSecrets(dataDir), ensureSecrets(dataDir)])
    expect(same).toEqual(secrets)
    expect(await readSecrets(dataDir)).toEqual(secrets)
    expect(Buffer.from(secrets.encryptionKey, 'base64')).toHaveLength(32)
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  })

  it('generates no new secrets beside a database that needs the old ones', async () => {
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await expect(ensureSecrets(dataDir)).rejects.toThrow('secrets.json is missing')
  })
})

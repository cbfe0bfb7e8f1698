import { randomBytes, randomUUID } from 'node:crypto'
import { openSync, readdirSync } from 'node:fs'
import { execFileSync, spawn } from 'node:child_process'
import { cp, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { bool, createSealer, migrate, text } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { addSampleData, createInvoice, findWorkspaceOf, systemActor, write } from '@matterbase/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withSum } from '../src/backup/header.ts'
import { bin, makeDataDir, matterbase, patience, runHere } from './matterbase.ts'

const email = 'ada@example.com'
const key = randomBytes(32).toString('base64')
const passphrase = 'correct horse battery'
const migrations = new URL('../../../prisma/migrations/', import.meta.url)

interface Manifest {
  rows: number
  with_key: boolean
  tables: { name: string; rows: number; bytes: number; sha256: string }[]
}

let source: TestDatabase
let folder: string
let plain: string
let sealed: string
const targets: TestDatabase[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matterbase-backup-'))
  source = await createTestDatabase()
  await done(source, 'accounts', 'create', '--email', email, '--password', 'correct horse')
  await addSampleData(source.db, email)
  const secret = Buffer.from(createSealer(key).seal('x', 'y'))
  await source.db.user.updateMany({ data: { totp_secret: secret } })
  // Requests in the first partition, today's, one that a new database has not got, and the one for all others.
  await source.db
    .run`CREATE TABLE request_logs_far PARTITION OF request_logs FOR VALUES FROM ('2099-01-01 00:00Z') TO ('2099-01-02 00:00Z')`
  await source.db.run`
    INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms)
    SELECT 1, 'r', 1, at, 'GET', '/me', 200, 1
    FROM unnest(ARRAY[now() - interval '40 days', now(), '2099-01-01 12:00Z', '2099-01-02 12:00Z']) AS at`
  plain = join(folder, 'plain')
  sealed = join(folder, 'sealed')
  await done(source, 'backup', '--to', plain, '--plain')
  await done(source, 'backup', '--to', sealed, '--with-key', { BACKUP_PASSPHRASE: passphrase })
})
afterEach(async () => {
  for (const target of targets.splice(0)) await target.close()
})
afterAll(async () => {
  await source.close()
  await rm(folder, { recursive: true })
})

function cli({ url }: { url: string }, ...args: (string | NodeJS.ProcessEnv)[]) {
  const env = args.filter((arg) => typeof arg === 'object')
  const words = args.filter((arg) => typeof arg === 'string')
  return runHere(words, Object.assign({ DATABASE_URL: url, ENCRYPTION_KEY: key }, ...env) as NodeJS.ProcessEnv)
}

/** The same of a command that must succeed without complaint. */
async function done(...args: Parameters<typeof cli>) {
  const answer = await cli(...args)
  expect(answer).toMatchObject({ code: 0, stderr: '' })
  return answer
}

async function emptyDatabase() {
  const target = await createTestDatabase({ migrated: false })
  targets.push(target)
  return target
}

async function tablesOf({ db }: TestDatabase) {
  const rows = await db.rows({ name: text })`
    SELECT relname::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
  return rows.map(({ name }) => name)
}

/** What a command answers with --json. */
const manifestOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Manifest

/** A restore adds an entry to the audit log, starts a sync epoch in each workspace, and asks for the next numbers. */
const changed = ['audit_entries', 'backup_runs', 'matter_number_counts', 'number_confirmations', 'workspaces']
const sumsOf = ({ tables }: Manifest) => tables.filter(({ name }) => !changed.includes(name))

it('restores every table, byte for byte, and goes on counting where it was', async () => {
  const target = await emptyDatabase()
  const restored = await cli(target, 'restore', '--from', plain, '--json')
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const again = manifestOf(await cli(target, 'backup', '--to', join(folder, 'again'), '--json'))
  expect(sumsOf(again)).toEqual(sumsOf(manifestOf(restored)))
  expect(again.tables.filter(({ rows }) => rows > 0).map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'accounts',
      'clients',
      'invoices',
      'leads',
      'matters',
      'request_logs',
      'time_entries',
      'users',
      'workspaces',
    ]),
  )
  const [matters] = await Promise.all([source, target].map(({ db }) => db.matter.findMany({ orderBy: { id: 'asc' } })))
  expect(await target.db.matter.findMany({ orderBy: { id: 'asc' } })).toEqual(matters)
  const made = await cli(target, 'invoices', 'create', '--account', email, '--number', 'new', '--total', '1', '--json')
  const last = await source.db.invoice.findFirst({ orderBy: { invoice_id: 'desc' } })
  expect(BigInt((JSON.parse(made.stdout) as { invoice_id: number }).invoice_id)).toBeGreaterThan(last?.invoice_id ?? 0n)
  // Without the partitions of days: each database has those of the day on which it was migrated.
  const schema = ({ db }: TestDatabase) => db.rows({ of: text })`
    SELECT indexdef AS of FROM pg_indexes WHERE schemaname = 'public' AND tablename !~ '^request_logs_(far|\\d{8})$'
    UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text !~ '^request_logs_(far|\\d{8})$'
    ORDER BY 1`
  expect(await schema(target)).toEqual(await schema(source))
})

describe('a file', () => {
  it('is for its owner alone, and holds no encryption key', async () => {
    expect((await stat(plain)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/\.part$/))
    const unpacked = zstdDecompressSync((await bodyOf(plain)).body).toString('latin1')
    expect([unpacked.includes(email), unpacked.includes(key)]).toEqual([true, false])
    const short = await cli(source, 'backup', '--to', join(folder, 'no'), { BACKUP_PASSPHRASE: 'short' })
    expect(short.stderr).toContain('use at least 12')
    const open = await cli(source, 'backup', '--to', join(folder, 'no'), '--with-key')
    expect(open.stderr).toContain('--with-key needs a passphrase')
    const both = await cli(source, 'backup', '--to', join(folder, 'no'), '--plain', { BACKUP_PASSPHRASE: passphrase })
    expect(both.stderr).toContain('--plain and a passphrase cannot be used together')
    const unsaid = await cli(source, 'backup', '--to', join(folder, 'unsaid'))
    expect(unsaid).toMatchObject({ code: 0, stderr: expect.stringContaining('Not encrypted: anyone with the file') })
  })

  it('that is cut or altered is refused before anything is done', async () => {
    const bad = join(folder, 'bad')
    const env = { BACKUP_PASSPHRASE: passphrase, DATABASE_URL: 'postgresql://127.0.0.1:1/none' }
    for (const file of [plain, sealed]) {
      const bytes = await readFile(file)
      const { start } = await bodyOf(file)
      for (const at of [start, Math.floor(bytes.length / 2), bytes.length - 40, bytes.length - 1]) {
        await writeFile(bad, bytes.with(at, (bytes[at] ?? 0) ^ 1))
        expect((await cli(source, 'restore', '--from', bad, env)).stderr).toContain('The backup is damaged')
        await writeFile(bad, bytes.subarray(0, at))
        expect((await cli(source, 'restore', '--from', bad, env)).stderr).toContain('The backup is damaged')
      }
      await writeFile(bad, bytes.with(3, 0))
      expect((await cli(source, 'restore', '--from', bad, env)).stderr).toContain('The file is not a Matterbase backup')
    }
  })

  it('whose rows were altered by one who made the checksum anew is rolled back', async () => {
    const { head, body } = await bodyOf(plain)
    const unpacked = zstdDecompressSync(body)
    unpacked.write('b', unpacked.indexOf(email))
    const again = [head, zstdCompressSync(unpacked)]
    const bad = join(folder, 'bad')
    await writeFile(bad, withSum(Readable.from(again)))
    const target = await emptyDatabase()
    expect((await cli(target, 'restore', '--from', bad)).stderr).toContain('the checksum of a table is wrong')
    expect(await tablesOf(target)).toEqual([])
  })

  it('is opened by its passphrase only, and holds the encryption key if that was asked', async () => {
    const asked = await cli(source, 'restore', '--from', sealed, '--check')
    expect(asked.stderr).toContain('give its passphrase with --passphrase-file or BACKUP_PASSPHRASE')
    const wrong = await cli(source, 'restore', '--from', sealed, '--check', { BACKUP_PASSPHRASE: 'correct horse' })
    expect(wrong.stderr).toContain('The passphrase does not open this backup')
    const file = join(folder, 'passphrase')
    await writeFile(file, `${passphrase}\n`)
    const opened = await done(source, 'restore', '--from', sealed, '--check', '--json', '--passphrase-file', file)
    expect(manifestOf(opened).with_key).toBe(true)
  })

  it('replaces no pipe, device or folder, and says what to do instead', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', pipe])
    await symlink(pipe, join(folder, 'to-pipe'))
    for (const [to, found] of [
      [pipe, 'is a pipe or a device: write to standard output instead, as in --to - >'],
      [join(folder, 'to-pipe'), 'is a pipe or a device'],
      ['/dev/null', 'is a pipe or a device'],
      ['/dev/stdout', 'is a pipe or a device'],
      [folder, 'is a folder: give the name of a file'],
    ] as const)
      expect([to, await cli(source, 'backup', '--plain', '--to', to)]).toMatchObject([
        to,
        { code: 1, stdout: '', stderr: expect.stringContaining(found) },
      ])
    expect([(await lstat(pipe)).isFIFO(), (await lstat('/dev/null')).isCharacterDevice()]).toEqual([true, true])
  })

  it('behind a symbolic link is the file that the link points to', async () => {
    const [target, link, gone] = [join(folder, 'target'), join(folder, 'link'), join(folder, 'gone')]
    await writeFile(target, 'old')
    await symlink(target, link)
    await done(source, 'backup', '--plain', '--to', link)
    expect([(await lstat(link)).isSymbolicLink(), (await stat(target)).size > 1_000]).toEqual([true, true])
    await symlink(join(folder, 'nowhere'), gone)
    const { code, stderr } = await cli(source, 'backup', '--plain', '--to', gone)
    expect([code, stderr]).toEqual([1, expect.stringContaining('is a symbolic link to a file that does not exist')])
  })

  it('does not get its name when the disk is full', async () => {
    const child = spawn(process.execPath, [bin, 'backup', '--to', '-'], {
      env: { PATH: process.env['PATH'], DATABASE_URL: source.url },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1)
    expect(said).toContain('ENOSPC')
    const nowhere = await cli(source, 'backup', '--to', join(folder, 'no', 'such', 'folder'))
    expect(nowhere.stderr).toContain('cannot be written')
  })
})

async function bodyOf(file: string) {
  const bytes = await readFile(file)
  const start = bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1
  return { head: bytes.subarray(0, start), body: bytes.subarray(start, -32), start }
}

describe('a database', () => {
  it('that is not empty is left alone, and of two restores at once one is', async () => {
    const full = await cli(source, 'restore', '--from', plain)
    expect(full.stderr).toContain('The database is not empty')
    const target = await emptyDatabase()
    const both = await Promise.all([1, 2].map(() => cli(target, 'restore', '--from', plain)))
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(both.find(({ code }) => code === 1)?.stderr).toMatch(/is not empty|Another restore or migration/)
    expect(await target.db.account.count()).toBe(1)
  })

  it('is not given rows that its encryption key does not open', async () => {
    const target = await emptyDatabase()
    const other = { ENCRYPTION_KEY: randomBytes(32).toString('base64') }
    const refused = await cli(target, 'restore', '--from', plain, other)
    expect(refused.stderr).toContain('ENCRYPTION_KEY opens none of the secrets in this backup')
    const withKey = await cli(source, 'backup', '--to', plain, '--with-key', {
      ...other,
      BACKUP_PASSPHRASE: passphrase,
    })
    expect(withKey.stderr).toContain('ENCRYPTION_KEY opens none of the secrets in this database')
    const file = join(folder, 'key')
    const unset = { ENCRYPTION_KEY: '', BACKUP_PASSPHRASE: passphrase }
    expect(await cli(target, 'restore', '--from', sealed, '--key-to', file, unset)).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(await readFile(file, 'utf8')).toBe(`${key}\n`)
  })

  it('of an older version is restored as it was and then migrated', async () => {
    const names = (await readdir(migrations)).filter((name) => /^\d{14}_/.test(name)).toSorted()
    const few = await mkdtemp(join(folder, 'few-'))
    for (const name of names.slice(0, 4)) await cp(new URL(name, migrations), join(few, name), { recursive: true })
    const older = await emptyDatabase()
    await migrate(older.url, { folder: pathToFileURL(`${few}/`) })
    const owner = randomUUID()
    await older.db
      .run`INSERT INTO accounts (owner_uuid, email, name) VALUES (${owner}::text::uuid, 'old@example.com', 'Old')`
    await older.db.run`INSERT INTO workspaces (owner_uuid, environment) VALUES (${owner}::text::uuid, 'live')`
    await older.db.run`
      INSERT INTO matters (workspace_id, title, status, words, created_at, updated_at)
      SELECT id, 'Case ' || n, 'In Progress', '{case}', now(), now() FROM workspaces, generate_series(1, 20) AS n`
    const file = join(folder, 'older')
    expect(await cli(older, 'backup', '--to', file, '--plain')).toMatchObject({ code: 0, stderr: '' })
    const target = await emptyDatabase()
    expect(await cli(target, 'restore', '--from', file)).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse((await cli(target, 'migrate', '--json')).stdout)).toEqual({ applied: [] })
    const matters = await target.db.matter.findMany()
    expect(matters.map(({ json }) => (JSON.parse(json) as { title: string }).title)).toContain('Case 20')
    expect(matters).toHaveLength(20)
  })

  it('of a newer version is refused', async () => {
    const newer = await createTestDatabase()
    targets.push(newer)
    await newer.db.run`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', ${'0'.repeat(64)}, '99990101000000_later', now())`
    const file = join(folder, 'newer')
    expect(await cli(newer, 'backup', '--to', file)).toMatchObject({ code: 0 })
    const target = await emptyDatabase()
    const { stderr } = await cli(target, 'restore', '--from', file)
    expect(stderr).toContain('The backup is newer than this build: it has migration 99990101000000_later')
    expect(await tablesOf(target)).toEqual([])
    expect((await cli(target, 'backup', '--to', file)).stderr).toContain('there is nothing to back up')
  })

  it('is seen at one moment while others write', async () => {
    const actor = systemActor(await findWorkspaceOf(source.db, email, 'test'))
    const over = new AbortController()
    const writers = Array.from({ length: 3 }, async (_, writer) => {
      for (let n = 0; !over.signal.aborted; n++)
        await write(source.db, actor.workspaceId, (tx) =>
          createInvoice(tx, actor, { number: `w-${writer}-${n}`, total: 1, status: 'paid' }),
        )
    })
    const file = join(folder, 'beside')
    const invoices = () => source.db.invoice.count({ where: { invoice_number: { startsWith: 'w-' } } })
    await expect.poll(invoices, patience).toBeGreaterThan(8)
    const taken = await cli(source, 'backup', '--to', file, '--plain')
    over.abort()
    await Promise.all(writers)
    expect(taken).toMatchObject({ code: 0, stderr: '' })
    const target = await emptyDatabase()
    expect(await cli(target, 'restore', '--from', file)).toMatchObject({ code: 0, stderr: '' })
    const [seen] = await target.db.rows({ some: bool, each_has_its_event: bool, clock_is_ahead: bool })`
      SELECT count(*)::int > 8 AS some, count(*) = (SELECT count(*) FROM events WHERE kind = 'invoice.paid' AND workspace_id = ${actor.workspaceId}
                AND data->>'invoice_number' LIKE 'w-%') AS each_has_its_event,
             max(updated_at) <= (SELECT change_clock FROM workspaces WHERE id = ${actor.workspaceId}) AS clock_is_ahead
      FROM invoices WHERE workspace_id = ${actor.workspaceId} AND invoice_number LIKE 'w-%'`
    expect(seen).toEqual({ some: true, each_has_its_event: true, clock_is_ahead: true })
  })
})

describe('a kill', () => {
  it('in the middle of a backup leaves nothing under its name', async () => {
    const left = await leftByKill()
    expect(left).toEqual([expect.stringMatching(/^\.backup\..+\.part$/)])
  })

  /** What stands where a backup was killed in the middle: not one that was done before this process had its turn again. */
  async function leftByKill(): Promise<string[]> {
    const inside = await mkdtemp(join(folder, 'killed-'))
    const backup = matterbase(['backup', '--to', join(inside, 'backup')], { DATABASE_URL: source.url })
    while (readdirSync(inside).length === 0) await turn()
    backup.child.kill('SIGKILL')
    await backup.ended
    return backup.child.signalCode === 'SIGKILL' ? readdir(inside) : leftByKill()
  }

  it('in the middle of a restore leaves the database empty, and so does a Ctrl-C', async () => {
    const target = await emptyDatabase()
    const { head, body } = await bodyOf(plain)
    // All but the end, and then nothing more: it has to wait in the middle of its transaction.
    const part = zstdCompressSync(zstdDecompressSync(body).subarray(0, -100))
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const child = spawn(process.execPath, [bin, 'restore', '--from', '-'], {
        env: { PATH: process.env['PATH'], DATABASE_URL: target.url },
        stdio: ['pipe', 'ignore', 'inherit'],
      })
      child.stdin?.on('error', () => undefined)
      child.stdin?.write(Buffer.concat([head, part, Buffer.alloc(32)]))
      const ended = new Promise((resolve) => child.once('close', (code, how) => resolve(how ?? code)))
      const isLoading = () => target.db.run`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`
      await expect.poll(isLoading, patience).toBe(1)
      child.kill(signal)
      expect(await ended).toBe(signal === 'SIGKILL' ? signal : 1)
      await expect.poll(isLoading, patience).toBe(0)
      expect(await tablesOf(target)).toEqual([])
    }
  })
})

describe('an embedded database', () => {
  it('is made of a backup with its key, and backed up while it does not run', async () => {
    const { dataDir, remove } = await makeDataDir()
    const open = { DATABASE_URL: '', ENCRYPTION_KEY: '', DATA_DIR: dataDir }
    const env = { ...open, BACKUP_PASSPHRASE: passphrase }
    try {
      const none = await cli(source, 'backup', '--to', join(folder, 'no'), env)
      expect(none.stderr).toContain(`No database in DATA_DIR ${dataDir}`)
      const keyless = await cli(source, 'restore', '--from', plain, env)
      expect(keyless.stderr).toContain('This backup does not contain the encryption key')
      const restored = await cli(source, 'restore', '--from', sealed, '--json', env)
      expect(restored.code).toBe(0)
      expect(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))).toMatchObject({ encryptionKey: key })
      const again = await cli(source, 'backup', '--to', join(folder, 'again'), '--json', open)
      expect(sumsOf(manifestOf(again))).toEqual(sumsOf(manifestOf(restored)))
      const full = await cli(source, 'restore', '--from', plain, open)
      expect(full.stderr).toContain('is not empty')
    } finally {
      await remove()
    }
  })
})

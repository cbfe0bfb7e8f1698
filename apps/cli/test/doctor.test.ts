import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { createServer as createNetServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb, createSealer, identifier, int, migrate, text, transaction } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { findWorkspace } from '@matterbase/domain'
import { addAccount } from '@matterbase/domain/testing'
import { readBuild, readEnv } from '@matterbase/config'
import { freePort } from '@matterbase/config/testing'
import { redisUrl, withRedis } from '@matterbase/jobs/testing'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { judgeSkew } from '../src/doctor/clock.ts'
import { checkDisk } from '../src/doctor/disk.ts'
import { judgeOffers } from '../src/doctor/mail.ts'
import { patience, runHere } from './matterbase.ts'

interface Finding {
  check: string
  level: string
  found: string
  todo?: string
}

const redisServer = 'redis-server'
const key = randomBytes(32).toString('base64')
let database: TestDatabase
let server: Server
let origin: string
let answer = { status: 200, body: '{"status":"ready"}' }

beforeAll(async () => {
  database = await createTestDatabase()
  server = createServer((_request, response) => void response.writeHead(answer.status).end(answer.body))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await database.close()
})

async function doctor(env: NodeJS.ProcessEnv = {}) {
  const settings = { DATABASE_URL: database.url, ENCRYPTION_KEY: key, PUBLIC_URL: origin, HOST: '127.0.0.1', ...env }
  const { code, stdout, stderr } = await runHere(['doctor', '--json'], settings)
  expect(stderr).toBe('')
  const { ok, findings, ...build } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] }
  expect(build).toEqual(readBuild({}))
  expect(code).toBe(ok ? 0 : 1)
  // Whoever is told that something is wrong is told what to do.
  for (const { level, todo } of findings) expect(typeof todo).toBe(level === 'ok' ? 'undefined' : 'string')
  return { ok, of: (check: string) => findings.filter((finding) => finding.check === check), findings }
}

it('finds no problem where there is none, and looks at everything', async () => {
  const { ok, findings } = await doctor()
  expect(findings.filter(({ level }) => level === 'problem')).toEqual(
    // The tests' PostgreSQL forgets on purpose, to be fast.
    findings.filter(({ found }) => /^(fsync|full_page_writes|autovacuum) is off/.test(found)),
  )
  expect(ok).toBe(!findings.some(({ level }) => level === 'problem'))
  const checks =
    'database connections migrations key role clock disk deliveries mail backup request_log backfills statistics redis public_url'
  expect([...new Set(findings.map(({ check }) => check))]).toEqual(checks.split(' '))
})

it('says that exports have no replica, where there was to be one', async () => {
  const { of } = await doctor({ DATABASE_REPLICA_URL: database.url })
  expect(of('replica')).toMatchObject([
    {
      level: 'warning',
      found: 'exports read from the primary, because DATABASE_REPLICA_URL cannot be used (it is not a standby)',
    },
  ])
})

it('says for people what to do about each', async () => {
  const { stdout } = await runHere(['doctor'], { DATABASE_URL: database.url, PUBLIC_URL: origin, HOST: '127.0.0.1' })
  expect(stdout).toMatch(
    /^warning +key +ENCRYPTION_KEY is not set, so it was not checked\n +→ run doctor with the environment/m,
  )
  expect(stdout).toMatch(/^Matterbase \d+\.\d+\.\d+[^]*\n\n\d problems?, \d warnings?\n$/)
})

it('names a database that does not answer, and still looks at the rest', async () => {
  const { ok, of } = await doctor({ DATABASE_URL: `postgresql://u:secret@127.0.0.1:${await freePort()}/x` })
  expect(ok).toBe(false)
  expect(of('database')).toMatchObject([{ level: 'problem', found: expect.stringContaining('ECONNREFUSED') }])
  expect(JSON.stringify(of('database'))).not.toContain('secret')
  expect(of('public_url')).toMatchObject([{ level: 'ok' }])
})

it.each(['SQL_ASCII', 'LATIN1'])('refuses a database in %s, as migrate does', async (encoding) => {
  const other = await createTestDatabase({ migrated: false, encoding })
  const sentence = `The database has the encoding ${encoding}, and Matterbase needs UTF8`
  const { ok, of } = await doctor({ DATABASE_URL: other.url })
  expect([ok, of('database')]).toMatchObject([
    false,
    [{ level: 'problem', found: `DATABASE_URL: ${sentence}`, todo: expect.stringContaining("ENCODING 'UTF8'") }],
  ])
  const { code, stderr } = await runHere(['migrate'], { DATABASE_URL: other.url })
  expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
  await expect(migrate(other.url)).rejects.toThrow(sentence)
  await other.close()
})

it('names a schema in DATABASE_URL, which would be ignored', async () => {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
    const { code, stderr } = await runHere(['doctor'], {
      DATABASE_URL: database.url,
      [name]: `${database.url}?schema=firm`,
    })
    expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^matterbase: ${name} must name no schema: `))])
  }
  const { code } = await runHere(['migrate'], { DATABASE_URL: `${database.url}?schema=public` })
  expect(code).toBe(0)
})

it('finds a database without tables, and another one than the key is for', async () => {
  const empty = await createTestDatabase({ migrated: false })
  const { of } = await doctor({ DATABASE_URL: empty.url })
  expect(of('migrations')).toMatchObject([{ level: 'problem', found: expect.stringContaining('lacks migrations') }])
  await empty.close()

  const { db } = database
  const { email } = await addAccount(db, { email: 'a@example.com' })
  const workspaceId = await findWorkspace(db, email, 'live')
  const secret = createSealer(randomBytes(32).toString('base64')).seal('whsec_1', 'any')
  await db.run`
    INSERT INTO webhook_endpoints (workspace_id, url, events, secret, is_active, created_at)
    VALUES (${workspaceId}, 'https://example.com', '{}', ${secret}, false, now())`
  const { of: now } = await doctor()
  expect(now('key')).toMatchObject([{ level: 'problem', found: expect.stringContaining('opens none of the secrets') }])
  expect(now('deliveries')).toMatchObject([{ level: 'ok' }, { level: 'warning', found: '1 webhook endpoint disabled' }])
})

it('finds deliveries that nobody sends, and tables that were never analysed', async () => {
  const { db } = database
  await db.run`
    INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, status, next_attempt_at, created_at)
    SELECT workspace_id, id, gen_random_uuid(), 'matter.created', 'pending', now() - interval '1 hour', now()
    FROM webhook_endpoints LIMIT 1`
  await transaction(db, async (sql) => {
    await sql.run`CREATE TABLE forgotten AS SELECT n FROM generate_series(1, 2000) AS n`
    // What a connection has counted is told to others some seconds later.
    await sql.run`SELECT pg_stat_force_next_flush()`
  })
  const { of } = await doctor()
  expect(of('deliveries')).toContainEqual(
    expect.objectContaining({
      level: 'problem',
      found: expect.stringMatching(/^1 due, 0 later; .* due for 3\d{3} s$/),
    }),
  )
  await expect
    .poll(async () => (await doctor()).of('statistics'))
    .toMatchObject([
      { level: 'warning', found: 'never analysed: forgotten', todo: expect.stringContaining('ANALYZE forgotten') },
    ])
})

it('does not report deliveries that wait for a paused receiver as a problem', async () => {
  const { db } = database
  await db.run`UPDATE webhook_endpoints SET is_active = true, circuit_level = 1, circuit_open_until = now() + interval '5 min'`
  const { of } = await doctor()
  expect(of('deliveries')).toEqual([
    expect.objectContaining({ level: 'ok', found: expect.stringMatching(/^0 due, 0 later/) }),
    expect.objectContaining({
      level: 'ok',
      found: expect.stringMatching(/^1 waiting for receivers .* 1 webhook endpoint paused/),
    }),
  ])
})

it('reports the age of the last backup', async () => {
  const { db } = database
  expect((await doctor()).of('backup')).toMatchObject([{ level: 'ok', found: expect.stringContaining('never') }])
  await db.run`INSERT INTO backup_runs (taken_at) VALUES (now() - interval '30 hours')`
  expect((await doctor()).of('backup')).toMatchObject([
    { level: 'warning', found: expect.stringContaining('30 h old') },
  ])
  const folder = await mkdtemp(join(tmpdir(), 'matterbase-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { code } = await runHere(['backup', '--to', join(folder, 'now'), '--plain'], { DATABASE_URL: database.url })
  expect(code).toBe(0)
  expect((await doctor()).of('backup')).toMatchObject([{ level: 'ok', found: expect.stringContaining('0 h old') }])
})

it('says that it cannot see the disk, where the role may not know of it', async () => {
  const url = new URL(database.url)
  // A role of PostgreSQL's own that may do nothing of this.
  url.searchParams.set('options', '-c role=pg_signal_backend')
  const db = createDb({ url: url.href })
  onTestFinished(() => db.$disconnect())
  expect(
    await checkDisk({ db, env: readEnv('cli', { DATABASE_URL: url.href }), encryptionKey: undefined }),
  ).toMatchObject([{ level: 'ok', found: expect.stringMatching(/^not checked: GRANT pg_read_all_settings/) }])
})

it('finds a request log for whose days nobody cares', async () => {
  const { db } = database
  expect((await doctor()).of('request_log')).toMatchObject([{ level: 'ok' }])
  const days = await db.rows({ name: text })`SELECT name::text FROM partitions_of('request_logs') WHERE since > now()`
  for (const { name } of days) await db.run`DROP TABLE ${identifier(name)}`
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  expect((await doctor()).of('request_log')).toMatchObject([
    { level: 'warning', found: `the request log has no partition for ${tomorrow}` },
  ])
  await db.run`
    INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms)
    VALUES (1, 'r', 1, now() + interval '5 days', 'GET', '/me', 200, 1)`
  await db.rows({ made: int })`SELECT make_partitions('request_logs', 3) AS made`
  expect((await doctor()).of('request_log')).toMatchObject([
    { level: 'warning', found: expect.stringContaining('in the catch-all partition') },
  ])
})

/** A mail server that says hello, and offers what it is told to. */
async function greeter(...offers: string[]) {
  const greeter = createNetServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 mail.example\r\n')
    const last = offers.pop() ?? 'OK'
    socket.once('data', () => socket.write(`${offers.map((offer) => `250-${offer}\r\n`).join('')}250 ${last}\r\n`))
  })
  await new Promise<void>((resolve) => {
    greeter.listen(0, '127.0.0.1', resolve)
  })
  return { port: (greeter.address() as AddressInfo).port, close: () => greeter.close() }
}

it('says whether invoices can be sent by e-mail, and which wait', async () => {
  const mail = async (SMTP_URL: string) => (await doctor({ MAIL_FROM: 'bills@firm.example', SMTP_URL })).of('mail')
  expect((await doctor()).of('mail')).toMatchObject([{ level: 'ok', found: expect.stringContaining('not set up') }])
  const server = await greeter('PIPELINING', 'STARTTLS')
  const url = `smtp://user:secret@127.0.0.1:${server.port}`
  expect(await mail(url)).toMatchObject([
    { level: 'ok', found: expect.stringContaining('accepts connections for bills@firm.example') },
  ])
  server.close()
  expect(await mail(url)).toMatchObject([
    { level: 'problem', found: expect.stringMatching(/127\.0\.0\.1:\d+ does not answer \(.*ECONNREFUSED/) },
  ])
  const { db } = database
  const { email } = await addAccount(db, { email: 'mail@example.com' })
  await db.run`
    INSERT INTO mails (workspace_id, invoice_id, kind, request_key, from_name, subject, message, link, token_hash, next_attempt_at, created_at)
    VALUES (${await findWorkspace(db, email, 'live')}, 1, 'invoice', 'a', 'A', 'A', 'A', '', '', now() - interval '1 hour', now())`
  const found = await mail(url)
  expect(found[1]).toMatchObject({ level: 'problem', found: expect.stringMatching(/^1 email waiting/) })
  expect(JSON.stringify(found)).not.toContain('secret')
})

it('finds a role that cannot make tables', async () => {
  const url = new URL(database.url)
  await database.db.run`CREATE ROLE doctors_patient LOGIN PASSWORD 'matterbase'`
  url.username = 'doctors_patient'
  url.password = 'matterbase'
  const { of } = await doctor({ DATABASE_URL: url.href })
  expect(of('role')).toMatchObject([
    { level: 'problem', found: expect.stringContaining('cannot create tables') },
    { level: 'problem', found: expect.stringContaining('schema of the queues') },
  ])
  await database.db.run`DROP ROLE doctors_patient`
})

it('finds too many API processes for the connections that there are', async () => {
  const { of } = await doctor({ API_PROCESSES: '64', REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
  expect(of('connections')).toMatchObject([{ level: 'problem', found: expect.stringContaining('use up to 902') }])
  expect(of('redis')).toMatchObject([{ level: 'problem', found: expect.stringContaining('ECONNREFUSED') }])
})

it.runIf(withRedis && spawnSync(redisServer, ['--version']).status === 0)(
  'knows a Redis that keeps what it is given, and one that does not',
  async () => {
    expect((await doctor({ REDIS_URL: redisUrl })).of('redis')).toMatchObject([
      { level: 'ok', found: expect.stringMatching(/^Redis \d+\.\d+.*evicts nothing$/) },
    ])
    const port = String(await freePort())
    const options = ['--port', port, '--save', '', '--maxmemory-policy', 'allkeys-lru']
    const redis = spawn(redisServer, options, { stdio: 'ignore' })
    const ended = once(redis, 'exit')
    await vi.waitFor(
      async () =>
        expect((await doctor({ REDIS_URL: `redis://127.0.0.1:${port}` })).of('redis')).toMatchObject([
          {
            level: 'problem',
            found: expect.stringContaining('maxmemory-policy is allkeys-lru'),
            todo: expect.stringContaining('noeviction'),
          },
        ]),
      patience,
    )
    redis.kill('SIGKILL')
    await ended
  },
)

it('finds an address where somebody else answers, an API that is not ready, and none', async () => {
  const found = async () => (await doctor()).of('public_url')
  answer = { status: 200, body: '<h1>It works</h1>' }
  expect(await found()).toMatchObject([{ level: 'problem', todo: expect.stringContaining('PUBLIC_URL') }])
  answer = { status: 503, body: '{"error":"The database lacks migrations","code":"unavailable"}' }
  expect(await found()).toMatchObject([{ level: 'problem', found: expect.stringContaining('lacks migrations') }])
  answer = { status: 200, body: '{"status":"ready"}' }
  const { of } = await doctor({ PUBLIC_URL: `http://127.0.0.1:${await freePort()}`, HOST: '0.0.0.0' })
  expect(of('public_url')).toMatchObject([
    { level: 'problem', found: expect.stringContaining('does not answer') },
    { level: 'warning', found: expect.stringContaining('is not https') },
  ])
})

it.each([
  ['smtp://u:p@mail.example:587', ['SIZE 1', 'STARTTLS'], 'ok'],
  ['smtp://u:p@mail.example:587', ['SIZE 1'], 'problem'],
  ['smtp://mail.example:25', [], 'ok'],
  ['smtps://u:p@mail.example', [], 'ok'],
])('judges what %s offers (%s): %s', (url, offers, level) => {
  expect(judgeOffers(new URL(url), 'a@example.com', offers)).toMatchObject({ level })
})

it.each([
  [0, 'ok'],
  [10, 'warning'],
  [-60, 'problem'],
])('judges clocks that are %s s apart: %s', (apart, level) => {
  expect(judgeSkew(apart)).toMatchObject({ level })
})

// An upgrade beside programs of a version before, which go on until they are replaced one by one: a database of that
// version with many rows, two APIs and a worker of it, writers all the time, `migrate` of this version, new programs.
//   npx pnpm@12 exec node bench/upgrade.ts [--from a2ee78d] [--rows 100000] [--writers 8]
// a2ee78d is the last with the first set of migrations only. It is checked out and installed in a folder of its own.
import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '@matterbase/config/testing'
import { createDb, migrate } from '@matterbase/db'
import { startLoad } from './faults/load.ts'
import { run, startProgram } from './faults/programs.ts'
import type { Program } from './faults/programs.ts'
import { head, rowOf } from './faults/report.ts'
import { startReceiver } from './webhooks/children.ts'
import { startServer } from './webhooks/stage.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: 'a2ee78d' },
    rows: { type: 'string', default: '100000' },
    writers: { type: 'string', default: '8' },
  },
})
const [email, password] = ['before@example.com', 'correct horse battery']
const now = () => performance.timeOrigin + performance.now()
const here = fileURLToPath(new URL('..', import.meta.url))
const { PATH = '', HOME = '' } = process.env

const old = await mkdtemp(join(tmpdir(), 'matterbase-before-'))
await run('git', ['worktree', 'add', '--detach', '--force', old, values.from], { cwd: here })
const server = await startServer()
const receiver = await startReceiver('titles')
const programs: Program[] = []
const db = createDb({ url: server.url, poolSize: 2 })
const env = {
  PATH,
  HOME,
  DATABASE_URL: server.url,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  WEBHOOK_ALLOW_PRIVATE: 'true',
}
try {
  await run('npx', ['--yes', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline'], { cwd: old })
  const built = ['db', 'sdk'].flatMap((name) => ['--filter', `@matterbase/${name}`])
  await run('npx', ['--yes', 'pnpm@12', ...built, 'run', '--if-present', 'build'], { cwd: old })
  await upgrade()
} finally {
  for (const program of programs) await program.kill('SIGTERM')
  await db.$disconnect()
  receiver.stop()
  await server.close()
  await run('git', ['worktree', 'remove', '--force', old], { cwd: here })
}

async function upgrade(): Promise<void> {
  const matterbase = async (...args: string[]) =>
    run(process.execPath, [join(old, 'apps/cli/bin/matterbase.js'), ...args, '--json'], { env })
  await matterbase('migrate')
  await matterbase('accounts', 'create', '--email', email, '--password', password)
  const created = await matterbase('keys', 'create', '--account', email, '--name', 'a', '--tier', 'enterprise')
  const { key } = JSON.parse(created) as { key: string }
  await fill(Number(values.rows))

  const apis = [await startApi(old), await startApi(old)]
  const worker = await startWorker(old)
  await addEndpoint(apis[0]?.baseUrl ?? '', key)
  const load = startLoad(apis, key, Number(values.writers))
  await delay(5_000)
  const struck = now()
  const applied = await migrate(server.url)
  console.log(`${applied.length} migrations beside the old programs: ${((now() - struck) / 1_000).toFixed(1)} s`)
  await delay(5_000)
  console.log(`an invoice of the old dashboard's beside it: ${await makeInvoice(apis[0]?.baseUrl ?? '')}`)
  for (const api of apis) {
    const next = await startApi(here)
    const before = api.program
    Object.assign(api, next)
    // As a proxy does: it sends nothing more, what is under way ends.
    await delay(1_000)
    await before.kill('SIGTERM')
  }
  await startWorker(here)
  await worker.kill('SIGTERM')
  await delay(5_000)
  await load.stop()
  await settled()
  const received = await receiver.take()
  console.log(head)
  console.log(
    await rowOf(`upgrade from ${values.from}, ${values.rows} rows of each kind`, { db, load, received, struck }),
  )
}

async function startApi(tree: string) {
  const port = String(await freePort())
  const options = { env: { ...env, PORT: port, HOST: '127.0.0.1' }, ready: 'listening' }
  const program = await startProgram(process.execPath, [join(tree, 'apps/api/src/main.ts')], options)
  programs.push(program)
  return { baseUrl: `http://127.0.0.1:${port}/api/v1`, program }
}

async function startWorker(tree: string): Promise<Program> {
  const options = { env, ready: 'the worker is running' }
  const program = await startProgram(process.execPath, [join(tree, 'apps/worker/src/main.ts')], options)
  programs.push(program)
  return program
}

async function addEndpoint(baseUrl: string, key: string): Promise<void> {
  const response = await fetch(`${baseUrl}/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.origin, events: ['matter.created'] }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** The statuses of signing in, of making an invoice with a line, and of reading its lines. */
async function makeInvoice(baseUrl: string): Promise<string> {
  const send = async (method: string, path: string, body?: object, cookie = '') => {
    const init = { method, headers: { 'content-type': 'application/json', cookie } }
    return fetch(new URL(`/dash/v1${path}`, baseUrl), { ...init, ...(body && { body: JSON.stringify(body) }) })
  }
  const entry = await send('POST', '/sign-in', { email, password })
  const cookie = entry.headers.get('set-cookie')?.split(';')[0] ?? ''
  const lines = [{ description: 'Advice', hours: 1, rate: 100, amount: 100 }]
  const made = await send('POST', '/live/invoices', { lines }, cookie)
  const read = await send('GET', '/live/invoices/1/lines', undefined, cookie)
  return [entry, made, read].map(({ status }) => status).join(', ')
}

/** Rows as that version writes them, which has other columns than this one. */
async function fill(rows: number): Promise<void> {
  const [live] = (await db.pool.query<{ id: number }>(`SELECT id FROM workspaces WHERE environment = 'live'`)).rows
  await db.pool.query(`
    INSERT INTO clients (workspace_id, email, status, created_at, updated_at)
    SELECT ${live?.id}, n || '@example.com', 'active', now(), now() FROM generate_series(1, ${rows}) AS n;
    INSERT INTO matters (workspace_id, title, description, status, client_id, created_at, updated_at)
    SELECT ${live?.id}, 'Matter ' || n, repeat('words of a description ', 10), 'In Progress', n, now(), now() FROM generate_series(1, ${rows}) AS n;
    INSERT INTO time_entries (workspace_id, case_id, is_billable, duration, status, created_at, updated_at)
    SELECT ${live?.id}, n, true, 1.25, 'pending', now(), now() FROM generate_series(1, ${rows}) AS n;
    INSERT INTO invoices (workspace_id, invoice_number, total_amount, status, created_at, updated_at)
    SELECT ${live?.id}, 'I-' || n, 10, 'overdue', now(), now() FROM generate_series(1, ${rows}) AS n`)
}

async function settled(): Promise<void> {
  const sql = `SELECT EXISTS (SELECT FROM webhook_deliveries WHERE status IN ('pending', 'queued', 'sending')) AS open`
  while ((await db.pool.query<{ open: boolean }>(sql)).rows[0]?.open) await delay(250)
}

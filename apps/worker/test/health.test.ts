import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb, migrate, startPostgres } from '@matterbase/db'
import type { Db, RunningPostgres } from '@matterbase/db'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readBuild } from '@matterbase/config'
import { freePort } from '@matterbase/config/testing'
import { spawnMain } from './support/processes.ts'
import type { Running } from './support/processes.ts'
import { encryptionKey } from './support/world.ts'

let dataDir: string
let postgres: RunningPostgres
let db: Db
let worker: Running
let origin: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'matterbase-health-'))
  postgres = await startPostgres({ dataDir, password: 'matterbase' })
  await migrate(postgres.url)
  db = createDb({ url: postgres.url, poolSize: 1 })
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  worker = await spawnMain({
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: encryptionKey,
    WORKER_PORT: String(port),
  })
})
afterAll(async () => {
  await worker.kill('SIGKILL')
  await db.$disconnect()
  await postgres.stop({ hurry: true })
  for (const folder of [postgres.folder, dataDir]) await rm(folder, { recursive: true, force: true })
})

async function ask(path: string, method = 'GET') {
  const response = await fetch(origin + path, { method })
  const text = await response.text()
  return { status: response.status, body: text && (JSON.parse(text) as unknown), headers: response.headers }
}

it('reports that the process runs, which build it is, and that it can work, to GET and HEAD', async () => {
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: { status: 'ok', ...readBuild({}) } })
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect(await ask('/readyz?from=probe', 'HEAD')).toMatchObject({ status: 200, body: '' })
})

it('listens on this machine alone', async () => {
  // On Linux every address of 127.0.0.0/8 leads to a server that listens on all.
  await expect(fetch(`${origin.replace('127.0.0.1', '127.0.0.2')}/healthz`)).rejects.toThrow('fetch failed')
})

it('answers anything else as an error in JSON', async () => {
  expect(await ask('/metric')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const refused = await ask('/readyz', 'POST')
  expect(refused).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  expect(refused.headers.get('allow')).toBe('GET, HEAD')
})

it('is ready beside a newer build that has migrated the database, and not on one that lacks a migration', async () => {
  await db.run`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '99990101000000_later', now())`
  expect((await ask('/readyz')).status).toBe(200)
  await db.run`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '2%'`
  const { status, body, headers } = await ask('/readyz')
  expect([status, body]).toEqual([
    503,
    { code: 'unavailable', error: expect.stringMatching(/^The database lacks migrations of this build/) },
  ])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await db.run`UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL`
  expect((await ask('/readyz')).status).toBe(200)
})

it('is alive but not ready while the database is away, and ready when it is back', async () => {
  await db.$disconnect()
  const port = Number(new URL(postgres.url).port)
  await postgres.stop({ hurry: true })
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: { code: 'unavailable', error: 'The database cannot be reached. Try again in 2 s' },
  })
  expect(await ask('/metrics')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect((await ask('/healthz')).status).toBe(200)
  postgres = await startPostgres({ dataDir, password: 'matterbase', port })
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), { timeout: 150_000 })
})

it('ends well on SIGTERM, and its port is free then', async () => {
  expect(await worker.kill('SIGTERM')).toEqual({ code: 0, signal: null })
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed')
})

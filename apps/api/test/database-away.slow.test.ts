import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb, migrate, startPostgres, transaction } from '@matterbase/db'
import type { Db, RunningPostgres } from '@matterbase/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

let dataDir: string
let postgres: RunningPostgres
let db: Db
let api: Api

const start = (port?: number) => startPostgres({ dataDir, password: 'matterbase', ...(port !== undefined && { port }) })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'matterbase-away-'))
  postgres = await start()
  await migrate(postgres.url)
  db = createDb({ url: postgres.url })
  api = await startApi({ database: { db, databaseUrl: postgres.url } })
})
afterAll(async () => {
  await api.close()
  await db.$disconnect()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('answers 503 with Retry-After while PostgreSQL is away, and serves again when it is back', async () => {
  const key = await api.key()
  const { body } = await api.call('POST', '/matters', { key, body: { title: 'Before' } })
  const paths = [
    ['GET', `/matters/${body.data.id}`],
    ['GET', '/matters'],
    ['GET', '/me'],
    ['POST', '/matters'],
  ] as const
  const port = Number(new URL(postgres.url).port)
  await postgres.stop({ hurry: true })

  for (const [method, path] of paths) {
    const reply = await api.call(method, path, { key, ...(method === 'POST' && { body: { title: 'a' } }) })
    expect([path, reply.status, reply.body.code]).toEqual([path, 503, 'unavailable'])
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(reply.text).not.toMatch(/ECONN|prisma|postgres|SELECT|127\.0\.0\.1/i)
  }
  expect((await api.request('GET', '/healthz')).status).toBe(200)
  expect((await api.request('GET', '/readyz')).status).toBe(503)

  postgres = await start(port)
  await expect.poll(async () => (await api.request('GET', '/readyz')).status).toBe(200)
  expect((await api.call('GET', `/matters/${body.data.id}`, { key })).status).toBe(200)
})

it('answers 503 to what runs and to what waits for its turn when PostgreSQL goes away', async () => {
  const key = await api.key()
  const holder = createDb({ url: postgres.url, poolSize: 1 })
  const port = Number(new URL(postgres.url).port)
  let asked: Promise<Reply>[] = []
  const held = transaction(holder, async (sql) => {
    await sql.run`LOCK TABLE matters IN ACCESS EXCLUSIVE MODE`
    asked = Array.from({ length: 12 }, () => api.call('GET', '/matters', { key }))
    await expect.poll(() => sql.run`SELECT FROM pg_locks WHERE relation = 'matters'::regclass AND NOT granted`).toBe(3)
    await postgres.stop({ hurry: true })
  })
  await expect(held).rejects.toThrow(/terminat|not queryable/)
  const replies = await Promise.all(asked)
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 12 }, () => [503, 'unavailable']),
  )
  postgres = await start(port)
  await holder.$disconnect()
  await expect.poll(async () => (await api.request('GET', '/readyz')).status).toBe(200)
})

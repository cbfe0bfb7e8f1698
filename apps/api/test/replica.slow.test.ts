import { password } from '@matterbase/domain/testing'
import { createDb, migrate, orNull, text } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { createTestDatabase, startPair } from '@matterbase/db/testing'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let pair: Awaited<ReturnType<typeof startPair>>
let primary: Db
let standby: Db
let api: Api
let key: string
const why = vi.fn<(why: Error) => void>()

beforeAll(async () => {
  pair = await startPair()
  await migrate(pair.primaryUrl)
  primary = createDb({ url: pair.primaryUrl, replica: { url: pair.standbyUrl, patienceMs: 60_000, onAway: why } })
  standby = createDb({ url: pair.standbyUrl, poolSize: 1 })
  api = await startApi({ database: { db: primary, databaseUrl: pair.primaryUrl } })
  key = await api.key()
})
afterAll(async () => {
  await api.close()
  await Promise.all([primary.$disconnect(), standby.$disconnect()])
  await pair.close()
})
beforeEach(() => why.mockClear())

/** How many connections have read a snapshot last. */
const readersOfStandby = async () => {
  const rows = await standby.rows({ query: text })`
    SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query = 'COMMIT'`
  return rows.length
}

const put = async (external_id: string, title: string) =>
  (await api.call('PUT', '/matters', { key, body: { external_id, title } })).body.data

async function exported(of = api) {
  const { text: lines, headers } = await of.call('GET', '/matters/export', { key })
  const all = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const end = all.pop()?.['_export']
  return { titles: all.map(({ title }) => title), end, since: String(headers.get('x-updated-since')) }
}

it('reads an export from the standby, with all that was answered before, and says where to go on from there', async () => {
  for (let n = 0; n < 30; n++) {
    await put('one', `title ${n}`)
    const { titles, since, end } = await exported()
    expect([titles, end]).toEqual([[`title ${n}`], { count: 1, updated_since: since, epoch: expect.any(String) }])
    expect((await api.call('GET', `/matters?updated_since=${since}`, { key })).rows).toEqual([])
  }
  expect(why).not.toHaveBeenCalled()
  // Two where an export began before the connection of the one before it was free again.
  expect(await readersOfStandby()).toBeGreaterThan(0)
})

it('misses nothing that is written beside it: what changed since its moment is what the copy lacks', async () => {
  const state = { isOver: false }
  const writing = Array.from({ length: 4 }, async (_, writer) => {
    for (let turn = 0; turn < 20 || !state.isOver; turn++) await put(`w${writer}-${turn % 9}`, `turn ${turn}`)
  })
  const { since } = await exported()
  const first = await api.call('GET', '/matters/export', { key })
  state.isOver = true
  await Promise.all(writing)
  const lines = first.text.trim().split('\n')
  const copy = new Map(lines.slice(0, -1).map((line) => [(JSON.parse(line) as { id: number }).id, line]))
  const stamp = String(first.headers.get('x-updated-since'))
  expect(stamp >= since).toBe(true)
  for (const row of (await api.call('GET', `/matters?limit=200&updated_since=${stamp}`, { key })).rows)
    copy.set(row.id, JSON.stringify(row))
  const { rows } = await api.call('GET', '/matters?limit=200', { key })
  expect([...copy].toSorted(([x], [y]) => x - y).map(([, line]) => line)).toEqual(
    rows.map((row) => JSON.stringify(row)),
  )
  expect(why).not.toHaveBeenCalled()
})

it('reads a list and the audit log as CSV from the standby, with all that was answered before', async () => {
  const lastRead = () =>
    standby.rows({ at: orNull(text) })`
      SELECT max(query_start)::text AS at FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
  const owner = await signIn(api, { password })
  for (let n = 0; n < 10; n++) {
    const before = await lastRead()
    await owner.call('POST', '/live/matters', { body: { title: `title ${n}` } })
    const file = await owner.call('POST', '/live/matters/export')
    expect(file.text.trim().split('\r\n')).toHaveLength(n + 2)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="matters.csv"')
    const afterList = await lastRead()
    expect(afterList).not.toEqual(before)
    const log = await owner.call('POST', '/audit/export')
    expect(log.text.split('audit.exported')).toHaveLength(n + 2)
    expect(await lastRead()).not.toEqual(afterList)
  }
  expect((await owner.call('POST', '/live/matters/export?status=none')).status).toBe(400)
  expect(why).not.toHaveBeenCalled()
})

it('reads it from the primary while the standby lags, and says so', async () => {
  await standby.pool.query('SELECT pg_wal_replay_pause()')
  await put('one', 'not there yet')
  const db = createDb({ url: pair.primaryUrl, replica: { url: pair.standbyUrl, patienceMs: 50, onAway: why } })
  const hasty = await startApi({ database: { db, databaseUrl: pair.primaryUrl } })
  expect((await exported(hasty)).titles).toContain('not there yet')
  expect(why).toHaveBeenCalledTimes(1)
  expect(why.mock.calls[0]?.[0].message).toMatch(/^it is \d+ bytes behind$/)
  await standby.pool.query('SELECT pg_wal_replay_resume()')
  why.mockClear()
  // However long that takes: this one waits for it.
  await exported()
  expect(why).not.toHaveBeenCalled()
  await hasty.close()
  await db.$disconnect()
})

it('reads it from the primary while the standby is away', async () => {
  await pair.stopStandby()
  expect((await exported()).titles).toContain('not there yet')
  expect(String(why.mock.calls[0]?.[0])).toContain('ECONNREFUSED')
  await pair.startStandby()
  why.mockClear()
  await exported()
  expect(why).not.toHaveBeenCalled()
})

it('takes nothing else for a standby: neither the primary itself nor another server', async () => {
  const other = await createTestDatabase()
  for (const [url, reason] of [
    [pair.primaryUrl, 'it is not a standby'],
    [other.url, 'it is not a copy of this database'],
  ] as const) {
    const db = createDb({ url: pair.primaryUrl, poolSize: 1, replica: { url, onAway: why } })
    const own = await startApi({ database: { db, databaseUrl: pair.primaryUrl } })
    expect((await own.call('GET', '/matters/export', { key })).text).toContain('not there yet')
    expect(why).toHaveBeenLastCalledWith(new Error(reason))
    await own.close()
    await db.$disconnect()
  }
  await other.close()
})

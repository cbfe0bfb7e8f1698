import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

const kibibyte = 1024
const pageBytes = 256 * kibibyte
/** Of each, 10 KiB: 25 fit on a page. */
const description = 'Æ'.repeat(5 * kibibyte)
const records = 120

let api: Api
let email: string
let key: string
let all: readonly number[]

beforeAll(async () => {
  api = await startApi({ pageBytes })
  email = await api.account()
  key = await api.key({ email })
  for (let from = 0; from < records; from += 40) {
    const data = Array.from({ length: 40 }, (_, n) => ({ external_id: `m-${from + n}`, title: 'Hale', description }))
    await api.call('POST', '/matters/bulk', { key, body: { data } })
  }
  all = idsOf(await api.call('GET', `/matters?limit=200&fields=id`, { key }))
})
afterAll(() => api.close())

const idsOf = ({ rows }: { readonly rows: readonly { readonly id: number }[] }) => rows.map(({ id }) => id)
const cursorOf = ({ body }: Reply) => body['next_cursor'] as string | null
const get = (path: string) => api.call('GET', path, { key })

it('has all of them to begin with', () => {
  expect(all).toHaveLength(records)
})

describe('a page that is too large', () => {
  it.each([
    '/matters?limit=200',
    '/matters?limit=50&offset=30',
    '/matters?limit=30&updated_since=2000-01-01T00:00:00Z',
    '/matters',
  ])('is refused with the limit that fits where it is asked for by %s', async (path) => {
    const { status, body, text } = await get(path)
    expect([status, body.code, text.length < 1_000]).toEqual([400, 'page_too_large', true])
    const fitting = Number(body['limit'])
    expect(fitting).toBeGreaterThan(20)
    expect(body.error).toContain(`at most ${fitting}`)
    const askFor = (limit: number) => {
      const url = new URL(path, 'http://localhost')
      url.searchParams.set('limit', String(limit))
      return get(url.pathname + url.search)
    }
    const page = await askFor(fitting)
    expect([page.status, page.rows.length]).toEqual([200, fitting])
    expect(page.text.length * 2).toBeGreaterThan(pageBytes / 2)
    expect((await askFor(fitting + 1)).status).toBe(400)
  })

  it('ends early where it is asked for by cursor, and skips no record', async () => {
    const first = await get('/matters?limit=10&sort=-id')
    const seen = [...idsOf(first)]
    let pages = 0
    for (let cursor = cursorOf(first); cursor !== null; pages++) {
      const page = await get(`/matters?limit=200&cursor=${cursor}`)
      expect([page.status, page.body['count']]).toEqual([200, page.rows.length])
      expect(Buffer.byteLength(page.text)).toBeLessThan(pageBytes + kibibyte)
      expect(page.body['has_more']).toBe(page.body['next_cursor'] !== null)
      seen.push(...idsOf(page))
      cursor = cursorOf(page)
    }
    expect(pages).toBeGreaterThan(3)
    expect(seen).toEqual(all.toReversed())
  })

  it('is bounded together with the others that are read by one statement', async () => {
    const starts = await Promise.all(all.slice(0, 24).map((_, offset) => get(`/matters?limit=1&offset=${offset}`)))
    const pages = await Promise.all(
      starts.map(({ body }) => get(`/matters?limit=200&cursor=${String(body['next_cursor'])}`)),
    )
    for (const [at, page] of pages.entries()) {
      expect(page.status).toBe(200)
      expect(idsOf(page)).toEqual(all.slice(at + 1, at + 1 + page.rows.length))
      expect(page.rows.length).toBeGreaterThan(20)
    }
  })

  it('of a single record is sent, however large it is', async () => {
    const narrow = await startApi({ database: api, pageBytes: kibibyte })
    try {
      const page = await narrow.call('GET', '/matters?limit=1', { key })
      expect([page.status, page.rows.length, page.body['has_more']]).toEqual([200, 1, true])
      const next = await narrow.call('GET', `/matters?limit=9&cursor=${String(page.body['next_cursor'])}`, { key })
      expect(idsOf(next)).toEqual([all[1]])
      expect((await narrow.call('GET', '/matters?limit=2', { key })).body).toMatchObject({ limit: 1 })
    } finally {
      await narrow.close()
    }
  })
})

it('is no matter to exports, which have every record', async () => {
  const lines = (await get('/matters/export')).text.trimEnd().split('\n')
  expect(lines.slice(0, -1).map((line) => (JSON.parse(line) as { id: number }).id)).toEqual(all)
  const browser = await signIn(api, { email })
  const csv = await browser.call('POST', '/live/matters/export')
  expect([csv.status, csv.text.trimEnd().split('\r\n').length]).toEqual([200, records + 1])
})

it('a time sheet is cut where it is too large', async () => {
  const text = 'x'.repeat(60 * kibibyte)
  for (let from = 0; from < 80; from += 10) {
    const data = Array.from({ length: 10 }, (_, n) => ({
      external_id: `t-${from + n}`,
      description: text,
      duration: 1,
      start_time: `2026-03-02T10:00:${String((from + n) % 60).padStart(2, '0')}Z`,
    }))
    expect((await api.call('POST', '/time-entries/bulk', { key, body: { data } })).status).toBe(200)
  }
  const browser = await signIn(api, { email })
  const sheet = async (to: string) => browser.call('GET', `/live/time-sheet?from=2026-03-02T00:00:00Z&to=${to}`)
  const cut = await sheet('2026-03-03T00:00:00Z')
  expect([cut.status, cut.body['is_cut'], cut.rows.length]).toEqual([200, true, 67])
  expect(Buffer.byteLength(cut.text)).toBeLessThan(4 * kibibyte * kibibyte + kibibyte)
  const some = await sheet('2026-03-02T10:00:05Z')
  expect([some.body['is_cut'], some.rows.length]).toEqual([false, 10])
})

import { text } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { blocksOf, startRecorder } from './list-plans.ts'
import type { Recorder } from './list-plans.ts'

// Pages enough for writers to get in between.
const matterCount = 20_000
const leadCount = 2000

let api: Api
let email: string
let key: string
let recorder: Recorder

beforeAll(async () => {
  api = await startApi()
  email = await api.account()
  key = await api.key({ email })
  const workspaceId = await findWorkspace(api.db, email, 'live')
  await api.db.run`
    INSERT INTO matters (workspace_id, title, status, external_id, words, created_at, updated_at)
    SELECT ${workspaceId}, 'Matter ' || n, CASE WHEN n % 10 = 0 THEN 'Settled' ELSE 'On Hold' END, 'crm-' || n, ARRAY['matter', n::text],
           '2026-01-01'::timestamptz + n % 1500 * interval '1 s', '2026-01-01'::timestamptz + n * 7919 % 20011 * interval '1 s'
    FROM generate_series(1, ${matterCount}) AS n`
  await api.db.run`
    WITH lead AS (
      INSERT INTO leads (workspace_id, first_name, urgency, status, score, source, created_at, updated_at)
      SELECT ${workspaceId}, 'Lead ' || n, 'low', 'new', 20, 'api', '2026-01-01'::timestamptz + n % 700 * interval '1 s', '2026-01-01'
      FROM generate_series(1, ${leadCount}) AS n RETURNING lead_id
    ) INSERT INTO lead_keys (workspace_id, api_key_id, lead_id) SELECT ${workspaceId}, (SELECT min(id) FROM api_keys), lead_id FROM lead`
  await api.db.$executeRawUnsafe('VACUUM ANALYZE')
  recorder = await startRecorder(api)
})
afterAll(async () => {
  await recorder.close()
  await api.close()
})

type Row = Readonly<Record<string, unknown>>

interface Page {
  readonly rows: readonly Row[]
  readonly cursor: string | null
  /** Where `Link` says that the next page is, below the base path. */
  readonly next: string | undefined
}

async function pageFrom(pathAndQuery: string): Promise<Page> {
  const { status, text, body, headers } = await api.call('GET', pathAndQuery, { key })
  expect(status, text.slice(0, 300)).toBe(200)
  const rows = (body.data ?? body['leads']) as unknown as readonly Row[]
  expect(body).toMatchObject({ count: rows.length, has_more: body['next_cursor'] !== null })
  const link = headers.get('link')
  const next = /^<http:\/\/localhost\/api\/v1(\/[^>]+)>; rel="next"$/.exec(link ?? '')?.[1]
  expect(link === null).toBe(next === undefined)
  return { rows, cursor: body['next_cursor'] as string | null, next }
}

/** All rows from a page on, each page asked for as the one before says. */
async function walk(first: string, eachPage: (page: Page) => Promise<unknown> | void = () => undefined) {
  const rows: Row[] = []
  for (let at: string | undefined = first; at !== undefined;) {
    const page: Page = await pageFrom(at)
    rows.push(...page.rows)
    const linked = page.next === undefined ? null : new URL(page.next, 'http://localhost').searchParams.get('cursor')
    expect(linked).toBe(page.cursor)
    await eachPage(page)
    at = page.next
  }
  return rows
}

async function idsIn(table: 'matters' | 'leads'): Promise<unknown[]> {
  const statement = table === 'matters' ? 'SELECT id::int FROM matters' : 'SELECT lead_id AS id FROM leads'
  const rows = await api.db.$queryRawUnsafe<{ id: unknown }[]>(`${statement} WHERE deleted_at IS NULL`)
  return rows.map(({ id }) => id)
}

function missing<T>(wanted: readonly T[], seen: readonly T[]): T[] {
  const known = new Set(seen)
  return wanted.filter((one) => !known.has(one))
}

/** Does something over and over until it is stopped; `stop` answers how often it was done. */
function meanwhile(work: (turn: number) => Promise<unknown>) {
  const state = { isOver: false, turn: Promise.resolve<unknown>(undefined) }
  const turns = (async () => {
    let turn = 0
    for (; !state.isOver; turn++) await (state.turn = work(turn))
    return turn
  })()
  return {
    /** Waits until what is being done now is done. */
    turn: () => state.turn,
    stop: () => {
      state.isOver = true
      return turns
    },
  }
}

// First, while the rows still lie in the order in which they were written.
describe('the last page', () => {
  const paths = ['/matters?sort=id', '/matters?sort=-created_at', '/matters?sort=updated_at', '/leads?include=total']

  it.each(paths)('of %s costs at most twice what the first costs', async (path) => {
    const rows = path.startsWith('/leads') ? leadCount : matterCount
    const { cursor } = await pageFrom(`${path}&limit=1&offset=${rows - 50}`)
    const table = path.startsWith('/leads') ? 'leads' : 'matters'
    const firstPage = `${path}&limit=50`
    const lastPage = `${path.split('?')[0]}?limit=50&cursor=${cursor}`
    const blocks = async (page: string) => {
      const [statement] = await recorder.statementsOf(table, page, key)
      return statement ? blocksOf(api.db, statement) : Number.NaN
    }
    expect(await pageFrom(lastPage)).toMatchObject({ cursor: null })
    expect(await blocks(lastPage)).toBeLessThanOrEqual(2 * (await blocks(firstPage)))
  })
})

describe('a walk', () => {
  it.each(['id', '-created_at', 'updated_at'])(
    'sorted by %s sees every row that was there throughout exactly once, whatever comes and goes',
    async (sort) => {
      const before = (await idsIn('matters')) as number[]
      const writers = meanwhile(async (turn) => {
        // Rows from all over the list: some where the walk has been, some where it has yet to come.
        const victim = before[(turn * 7919) % before.length]
        const body = { title: `New ${turn}` }
        await Promise.all([
          api.call('POST', '/matters', { key, body }),
          api.call('DELETE', `/matters/${victim}`, { key }),
        ])
      })
      const rows = await walk(`/matters?limit=200&sort=${sort}`, writers.turn)
      const turns = await writers.stop()

      const seen = rows.map(({ id }) => Number(id))
      expect(new Set(seen).size).toBe(seen.length)
      const after = new Set(await idsIn('matters'))
      const throughout = before.filter((id) => after.has(id))
      expect(missing(throughout, seen)).toEqual([])
      expect(throughout.length).toBeGreaterThan(before.length - turns - 1)
      expect(turns).toBeGreaterThan(20)
    },
  )

  it('of the leads, too, newest first', async () => {
    const before = await idsIn('leads')
    const writers = meanwhile((turn) =>
      api.call('POST', '/leads', { key, body: { leadData: { first_name: `New ${turn}` } } }),
    )
    const rows = await walk('/leads?limit=50', writers.turn)
    expect(await writers.stop()).toBeGreaterThan(5)
    const seen = rows.map(({ lead_id: id }) => id)
    expect(new Set(seen).size).toBe(seen.length)
    expect(missing(before, seen)).toEqual([])
    const stamps = rows.map(({ created_at: stamp }) => String(stamp))
    expect(stamps).toEqual(stamps.toSorted().toReversed())
  })

  it('keeps its filters from page to page', async () => {
    const query = 'status=Settled&q=matter&created_since=2026-01-01T00:10:00Z&sort=-created_at&limit=150'
    const rows = await walk(`/matters?${query}`, async ({ next }) => {
      const again = new URL(next ?? '', 'http://localhost').searchParams
      expect([...again.keys()].filter((name) => name !== 'cursor' && name !== 'limit')).toEqual([])
    })
    const { body } = await api.call('GET', `/matters?${query}&include=total`, { key })
    expect(rows.length).toBe(body['total'])
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['Settled']))
  })

  it('of what has changed brings the deletions along', async () => {
    const [clock] = await api.db.rows({ now: text })`SELECT max(change_clock)::text AS now FROM workspaces`
    const { rows } = await api.call('GET', '/matters?limit=30', { key })
    for (const { id } of rows) await api.call('DELETE', `/matters/${id}`, { key })
    const since = new Date(clock?.now ?? '').toISOString()
    const tombstones = await walk(`/matters?limit=7&include_deleted=true&updated_since=${since}`)
    expect(tombstones.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(Object.keys(tombstones.at(-1) ?? {})).toEqual(['id', 'external_id', 'deleted_at', 'updated_at'])
  })

  it('goes on after the row that its cursor came from is deleted', async () => {
    const first = await pageFrom('/matters?limit=3')
    const rest = await pageFrom(`/matters?cursor=${first.cursor}&limit=3`)
    await api.call('DELETE', `/matters/${String(first.rows[2]?.['id'])}`, { key })
    expect((await pageFrom(`/matters?cursor=${first.cursor}&limit=3`)).rows).toEqual(rest.rows)
  })

  it('ends with no cursor and no Link, also on a page that is just full, and on an empty list', async () => {
    const own = await api.key()
    for (const title of ['a', 'b', 'c', 'd']) await api.call('POST', '/matters', { key: own, body: { title } })
    const first = await api.call('GET', '/matters?limit=2', { key: own })
    const last = await api.call('GET', `/matters?limit=2&cursor=${String(first.body['next_cursor'])}`, { key: own })
    expect([last.body['count'], last.body['has_more'], last.body['next_cursor'], last.headers.get('link')]).toEqual([
      2,
      false,
      null,
      null,
    ])
    const empty = await api.call('GET', '/clients', { key: own })
    expect([empty.body['has_more'], empty.body['next_cursor'], empty.headers.get('link')]).toEqual([false, null, null])
  })
})

describe('what stands beside a cursor', () => {
  const asked = {
    status: 'Settled',
    sort: '-created_at',
    created_since: '2025-06-01T00:00:00.000Z',
    q: 'matter',
  }
  const at = async (query: Record<string, string>) => {
    const first = await api.call('GET', `/matters?${String(new URLSearchParams(query))}&limit=2`, { key })
    return String(first.body['next_cursor'])
  }
  const resume = (cursor: string, beside: Record<string, string>) =>
    api.call('GET', `/matters?${String(new URLSearchParams({ cursor, ...beside }))}`, { key })

  it.each([
    [{}],
    [asked],
    [{ status: 'Settled' }],
    [{ created_since: '2025-06-01T02:00:00+02:00' }],
    [{ created_since: '2025-06-01T00:00:00' }],
    [{ offset: '0' }],
    [{ limit: '7' }],
    [{ include: 'total' }],
    [{ include_deleted: 'false' }],
  ])('is fine when it agrees: %j', async (beside) => {
    const cursor = await at(asked)
    const expected = await resume(cursor, {})
    const reply = await resume(cursor, beside)
    expect(reply.status, reply.text.slice(0, 200)).toBe(200)
    expect(reply.rows.slice(0, 7)).toEqual(expected.rows.slice(0, 7))
  })

  it('is fine when it has the same values of a filter in another order', async () => {
    const cursor = await at({ status: 'Settled,On Hold' })
    for (const status of ['Settled,On Hold', 'On Hold,Settled', 'On Hold,On Hold,Settled'])
      expect([status, (await resume(cursor, { status })).status]).toEqual([status, 200])
    for (const status of ['Settled', 'On Hold,Settled,Dismissed'])
      expect([status, (await resume(cursor, { status })).status]).toEqual([status, 400])
  })

  it('is fine when it spells out the default order', async () => {
    expect((await resume(await at({}), { sort: 'id' })).status).toBe(200)
    const since = { updated_since: '2020-01-01T00:00:00Z' }
    expect((await resume(await at(since), { sort: 'updated_at' })).status).toBe(200)
    expect((await resume(await at(since), { sort: 'id' })).status).toBe(400)
  })

  it.each([
    [{ status: 'On Hold' }],
    [{ status: 'Settled,On Hold' }],
    [{ sort: 'created_at' }],
    [{ sort: 'id' }],
    [{ created_since: '2025-06-01T00:00:00.001Z' }],
    [{ q: 'other' }],
    [{ offset: '5' }],
    [{ client_id: '1' }],
    [{ external_id: 'crm-1' }],
    [{ updated_since: '2020-01-01T00:00:00Z' }],
  ])('is a 400 when it does not: %j', async (beside) => {
    const reply = await resume(await at(asked), { ...beside })
    expect(reply.status).toBe(400)
    expect(reply.body['details']).toMatchObject([{ field: Object.keys(beside)[0], code: 'cursor_mismatch' }])
  })
})

describe('a cursor', () => {
  const refused = { code: 'validation_failed', details: [{ field: 'cursor', code: 'invalid_cursor' }] }
  const cursorOf = async (path: string, own = key) =>
    String((await api.call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1`, { key: own })).body['next_cursor'])

  it('is refused when a single character of it was changed, left out or added', async () => {
    const cursor = await cursorOf('/matters?status=Settled')
    const changed = Array.from(cursor).flatMap((character, at) =>
      at % 7 > 0 && at < cursor.length - 3
        ? []
        : [
            cursor.slice(0, at) + (character === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
            cursor.slice(0, at) + cursor.slice(at + 1),
          ],
    )
    const others = [`${cursor}A`, `${cursor}=`, `${cursor}!`, ` ${cursor}`, cursor.toUpperCase(), cursor + cursor]
    for (const other of [...changed, ...others]) {
      const reply = await api.call('GET', `/matters?cursor=${encodeURIComponent(other)}`, { key })
      expect([other, reply.status, reply.body]).toMatchObject([other, 400, refused])
    }
  })

  it('is good for its own list of its own workspace only', async () => {
    const otherEnvironment = await api.key({ email, environment: 'test' })
    const otherAccount = await api.key()
    for (const own of [key, otherEnvironment, otherAccount])
      for (const title of ['a', 'b']) {
        await api.call('POST', '/matters', { key: own, body: { title } })
        await api.call('POST', '/clients', { key: own, body: { company_name: title } })
        await api.call('POST', '/leads', { key: own, body: { leadData: { first_name: title } } })
      }
    const foreign = [
      await cursorOf('/clients'),
      await cursorOf('/leads'),
      await cursorOf('/matters', otherEnvironment),
      await cursorOf('/matters', otherAccount),
    ]
    for (const cursor of foreign) {
      const reply = await api.call('GET', `/matters?cursor=${cursor}`, { key })
      expect([reply.status, reply.body]).toMatchObject([400, refused])
    }
    const sameWorkspace = await api.key({ email })
    const reply = await api.call('GET', `/matters?cursor=${await cursorOf('/matters')}`, { key: sameWorkspace })
    expect(reply.status).toBe(200)
  })

  it('of a key’s leads is good for that key only', async () => {
    const other = await api.key({ email })
    const reply = await api.call('GET', `/leads?cursor=${await cursorOf('/leads')}`, { key: other })
    expect([reply.status, reply.body]).toMatchObject([400, refused])
  })
})

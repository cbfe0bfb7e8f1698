import { describe, expect, expectTypeOf, it } from 'vitest'

import { DecodeError, type Matter } from '../src/index.ts'
import { client, fetchOf, json } from './service.ts'

const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => ({ id: from + index }))
const ids = (items: { id: number }[]) => items.map(({ id }) => id)

/** A list of `total` rows, as a service with or without cursors, totals and a cap serves it. */
function service(total: number, { cap = 200, cursors = true, hasMore = true, ignoreOffset = false } = {}) {
  const asked: URLSearchParams[] = []
  const fetch = async (url: string) => {
    const query = new URL(url).searchParams
    asked.push(query)
    const limit = Math.min(cap, Number(query.get('limit') ?? 50))
    const at = Number(query.get('cursor') ?? (ignoreOffset ? 0 : (query.get('offset') ?? 0)))
    const data = rows(at, Math.min(total, at + limit))
    const more = at + data.length < total
    return json({
      count: data.length,
      limit,
      offset: Number(query.get('offset') ?? 0),
      data,
      ...(hasMore && { has_more: more }),
      ...(cursors && { next_cursor: more ? String(at + data.length) : null }),
    })
  }
  return { fetch, asked }
}

describe('fields', () => {
  it('are sent with commas between them, and are what the type of a record has', async () => {
    const urls: string[] = []
    const mb = client({
      fetch: async (url: string) => {
        urls.push(url)
        const data = [{ id: 7, lead_id: 'a', title: 'b', email: null, client: null }]
        return json(url.includes('/matters/7') ? { data: data[0] } : { count: 1, data, leads: data })
      },
    })
    const matter = await mb.matters.get(7, { fields: ['title', 'status'], expand: 'client', maxRetries: 0 })
    const [listed] = (await mb.matters.list({ fields: 'title', limit: 1 })).data
    const [lead] = (await mb.leads.list({ fields: ['email'] })).data
    expect(urls.map((url) => url.split('/api/v1')[1])).toEqual([
      '/matters/7?expand=client&fields=title%2Cstatus',
      '/matters?fields=title&limit=1',
      '/leads?fields=email',
    ])
    expectTypeOf<keyof typeof matter>().toEqualTypeOf<'id' | 'title' | 'status' | 'client'>()
    expectTypeOf<keyof NonNullable<typeof listed>>().toEqualTypeOf<'id' | 'title'>()
    expectTypeOf<NonNullable<typeof lead>>().toEqualTypeOf<{ lead_id: string; email: string | null }>()
    expectTypeOf(mb.matters.get(7)).resolves.toEqualTypeOf<Matter>()
    // @ts-expect-error: no field of a matter
    await mb.matters.list({ fields: ['titel'] })
  })
})

describe('a total', () => {
  it('says whether it is an estimate', async () => {
    const page = (total: object) =>
      client({ fetch: async () => json({ count: 0, data: [], ...total }) }).matters.list({ include: 'total' })
    expect(await page({ total: 3 })).toMatchObject({ total: 3, totalIsEstimate: false })
    expect(await page({ total: 240_000, total_is_estimate: true })).toMatchObject({
      total: 240_000,
      totalIsEstimate: true,
    })
    expect(await page({})).toMatchObject({ total: undefined, totalIsEstimate: false })
  })
})

describe('a list', () => {
  it('is awaited for one page and turned page by page', async () => {
    const { fetch } = service(5)
    const page = await client({ fetch }).matters.list({ limit: 2 })
    expect(page).toMatchObject({ count: 2, limit: 2, offset: 0, hasMore: true, nextCursor: '2' })
    const second = await page.nextPage()
    const third = await second?.nextPage()
    expect([ids(page.data), ids(second?.data ?? []), ids(third?.data ?? [])]).toEqual([[0, 1], [2, 3], [4]])
    expect(await third?.nextPage()).toBeNull()
  })

  it.each([
    ['cursors', {}],
    ['offsets and has_more', { cursors: false }],
    ['offsets alone', { cursors: false, hasMore: false }],
    ['a clamped limit', { cursors: false, hasMore: false, cap: 3 }],
  ])('gives every record once with %s', async (_name, options) => {
    const { fetch } = service(10, options)
    const seen: number[] = []
    for await (const { id } of client({ fetch }).matters.list({ limit: 4 })) seen.push(id)
    expect(seen).toEqual(ids(rows(0, 10)))
  })

  it('sends several values of a filter together, and refuses none', async () => {
    const { fetch, asked } = service(1)
    await client({ fetch }).timeEntries.list({ status: ['billed', 'paid'], client_id: [7, 8], case_id: 9 })
    expect(asked.map((query) => Object.fromEntries(query))).toEqual([
      { status: 'billed,paid', client_id: '7,8', case_id: '9' },
    ])
    await expect(client({ fetch }).matters.list({ client_id: [] })).rejects.toThrow('client_id must not be empty')
    expect(asked).toHaveLength(1)
  })

  it('sends each pair of metadata by its key, and refuses none', async () => {
    const { fetch, asked } = service(1)
    await client({ fetch }).matters.list({ metadata: { erp_id: 'a&b, c', 'x.y': '2' } })
    expect(asked.map((query) => Object.fromEntries(query))).toEqual([
      { 'metadata[erp_id]': 'a&b, c', 'metadata[x.y]': '2' },
    ])
    await expect(client({ fetch }).matters.list({ metadata: {} })).rejects.toThrow('metadata must not be empty')
    expect(asked).toHaveLength(1)
  })

  it('keeps filters, and drops offset, beside a cursor', async () => {
    const { fetch, asked } = service(5)
    await client({ fetch })
      .matters.list({ limit: 2, offset: 0, status: 'Settled', updated_since: new Date(0) })
      .toArray()
    expect(asked.map(String)).toEqual([
      'limit=2&offset=0&status=Settled&updated_since=1970-01-01T00%3A00%3A00.000Z',
      'limit=2&status=Settled&updated_since=1970-01-01T00%3A00%3A00.000Z&cursor=2',
      'limit=2&status=Settled&updated_since=1970-01-01T00%3A00%3A00.000Z&cursor=4',
    ])
  })

  it('asks for the largest page when it is walked, and for the default when awaited', async () => {
    const { fetch, asked } = service(3)
    const { matters } = client({ fetch })
    await matters.list().toArray()
    await matters.list()
    expect(asked.map((query) => query.get('limit'))).toEqual(['200', null])
  })

  it('stops asking once toArray has its max', async () => {
    const { fetch, asked } = service(100)
    const { matters } = client({ fetch })
    expect(ids(await matters.list({ limit: 10 }).toArray({ max: 15 }))).toEqual(ids(rows(0, 15)))
    expect(asked).toHaveLength(2)
  })

  it('goes on after an empty page in the middle', async () => {
    const pages = [
      { data: rows(0, 2), has_more: true, next_cursor: 'a' },
      { data: [], has_more: true, next_cursor: 'b' },
      { data: rows(2, 3), has_more: false, next_cursor: null },
    ]
    const { fetch } = fetchOf(...pages.map((page) => json(page)))
    expect(ids(await client({ fetch }).matters.list().toArray())).toEqual([0, 1, 2])
  })

  it('is not asked for before it is used, and then once', async () => {
    const { fetch, asked } = service(1)
    const list = client({ fetch }).matters.list()
    expect(asked).toHaveLength(0)
    await list
    await list.withResponse()
    await list.toArray()
    expect(asked).toHaveLength(1)
  })
})

describe('a list of leads', () => {
  it('with nothing but count and leads is one page, and all there is', async () => {
    const { fetch, calls } = fetchOf(json({ count: 2, leads: [{ lead_id: 'a' }, { lead_id: 'b' }] }))
    const { leads } = client({ fetch })
    const page = await leads.list()
    expect(page).toMatchObject({ count: 2, hasMore: false, nextCursor: null })
    expect(await page.nextPage()).toBeNull()
    expect((await leads.list().toArray()).length).toBe(2)
    expect(calls).toHaveLength(2)
  })

  it('is walked where the service says that there is more', async () => {
    const { fetch } = fetchOf(
      json({ count: 1, leads: [{ lead_id: 'a' }], next_cursor: 'x' }),
      json({ count: 1, leads: [{ lead_id: 'b' }], next_cursor: null }),
    )
    expect((await client({ fetch }).leads.list().toArray()).map(({ lead_id }) => lead_id)).toEqual(['a', 'b'])
  })
})

describe('two walks from one page', () => {
  it('do not take each other for repetitions', async () => {
    const { fetch } = service(9)
    const list = client({ fetch }).matters.list({ limit: 2 })
    const page = await list
    const walk = async () => {
      const seen = ids(page.data)
      for (let next = await page.nextPage(); next; next = await next.nextPage()) seen.push(...ids(next.data))
      return seen
    }
    const walks = await Promise.all([walk(), walk(), list.toArray().then(ids)])
    expect(walks).toEqual([0, 1, 2].map(() => ids(rows(0, 9))))
  })
})

describe('a walk that cannot be completed', () => {
  it.each([
    ['repeats one cursor', () => 'a'],
    ['makes up a new cursor each time', (call: number) => `cursor-${call}`],
  ])('throws before a record comes twice when the service ignores the cursor and %s', async (_name, cursor) => {
    let calls = 0
    const fetch = async () => json({ data: rows(0, 3), has_more: true, next_cursor: cursor((calls += 1)) })
    const seen: number[] = []
    const walk = async () => {
      for await (const { id } of client({ fetch }).matters.list()) seen.push(id)
    }
    await expect(walk()).rejects.toMatchObject({
      name: 'DecodeError',
      code: 'pagination_stalled',
      message: 'The list cannot be read completely, because the server returned the same page twice and ignores cursor',
    })
    expect({ seen, calls }).toEqual({ seen: [0, 1, 2], calls: 2 })
  })

  it('throws before a record comes twice when pages go round', async () => {
    let calls = 0
    const fetch = async () => {
      const at = calls++ % 3
      return json({ data: rows(at * 2, at * 2 + 2), has_more: true, next_cursor: `cursor-${calls}` })
    }
    const seen: number[] = []
    const walk = async () => {
      for await (const { id } of client({ fetch }).matters.list()) seen.push(id)
    }
    await expect(walk()).rejects.toMatchObject({ code: 'pagination_stalled' })
    expect(seen).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('throws when new cursors lead to empty pages only', async () => {
    let calls = 0
    const fetch = async () => json({ data: [], has_more: true, next_cursor: `cursor-${(calls += 1)}` })
    await expect(client({ fetch }).matters.list().toArray()).rejects.toMatchObject({ code: 'pagination_stalled' })
    expect(calls).toBe(10)
  })

  it('does not take a record that was changed meanwhile for a repetition', async () => {
    const row = (id: number, updated_at: string) => ({ id, description: 'x'.repeat(2000), updated_at })
    const pages = [
      { data: [row(1, '2026-01-01T00:00:00.001Z'), row(2, '2026-01-01T00:00:00.002Z')], next_cursor: 'a' },
      { data: [row(1, '2026-01-01T00:00:00.003Z')], next_cursor: null },
    ]
    const { fetch } = fetchOf(...pages.map((page) => json(page)))
    expect(ids(await client({ fetch }).matters.list().toArray())).toEqual([1, 2, 1])
  })

  it('throws after two calls when offset is ignored', async () => {
    const { fetch, asked } = service(10, { cursors: false, ignoreOffset: true })
    await expect(client({ fetch }).matters.list({ limit: 4 }).toArray()).rejects.toThrow(
      'the same page twice and ignores offset',
    )
    expect(asked).toHaveLength(2)
  })

  it.each([[['a']], [['a', 'b', 'c', 'd', 'e']]])('throws when the cursors %j go round', async (loop) => {
    let calls = 0
    const fetch = async () =>
      json({ data: rows(calls, calls + 1), has_more: true, next_cursor: loop[calls++ % loop.length] })
    await expect(client({ fetch }).matters.list().toArray()).rejects.toBeInstanceOf(DecodeError)
    expect(calls).toBeLessThan(30)
  })

  it('throws when there is always more and never a record', async () => {
    let calls = 0
    const fetch = async () => {
      calls += 1
      return json({ data: [], limit: 50, has_more: true })
    }
    await expect(client({ fetch }).matters.list().toArray()).rejects.toMatchObject({ code: 'pagination_stalled' })
    expect(calls).toBe(10)
  })

  it('passes on the error of a page and can be resumed after the last one', async () => {
    const { fetch } = service(6)
    let failing = true
    const flaky = async (url: string) => (url.includes('cursor=4') && failing ? json({ error: 'no' }, 400) : fetch(url))
    const { matters } = client({ fetch: flaky })
    let cursor: string | null = null
    const seen: number[] = []
    const walk = async () => {
      for await (const page of matters.list({ limit: 2, ...(cursor && { cursor }) }).pages()) {
        seen.push(...ids(page.data))
        cursor = page.nextCursor
      }
    }
    await expect(walk()).rejects.toMatchObject({ status: 400 })
    failing = false
    await walk()
    expect(seen).toEqual(ids(rows(0, 6)))
  })
})

import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'

import { ApiError } from '../src/index.ts'
import { startService } from './mock-server.ts'
import { baseUrl, client } from './service.ts'

const serve = startService()

interface Asked {
  readonly limit: number
  readonly at: number
}

const refused = (limit: number) =>
  HttpResponse.json(
    { error: `ask for at most ${limit}`, code: 'page_too_large', request_id: 'r', limit },
    { status: 400 },
  )

const rowOf = (n: number) => ({ id: n + 1, updated_at: new Date(n + 1).toISOString() })

/** A service with `total` records, of which `fit` are as much as a page may have: one asked for by cursor ends early. */
function largeRecords(total: number, fit: number): Asked[] {
  const asked: Asked[] = []
  serve(
    http.get(`${baseUrl}/matters`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const [limit, cursor, since] = [Number(query.get('limit') ?? 50), query.get('cursor'), query.get('updated_since')]
      const at = Number(cursor ?? (since === null ? query.get('offset') : Math.max(0, Date.parse(since)))) || 0
      asked.push({ limit, at })
      if (cursor === null && Math.min(limit, total - at) > fit) return refused(fit)
      const data = Array.from({ length: Math.min(limit, fit, total - at) }, (_, n) => rowOf(at + n))
      const end = at + data.length
      return HttpResponse.json({
        count: data.length,
        limit,
        offset: 0,
        has_more: end < total,
        next_cursor: end < total ? String(end) : null,
        data,
      })
    }),
  )
  return asked
}

const ids = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id)
const everyId = (total: number) => Array.from({ length: total }, (_, n) => n + 1)

describe('records that are too large for a page of 200', () => {
  it('are walked to their end, each once', async () => {
    const asked = largeRecords(100, 30)
    expect(ids(await client().matters.list().toArray())).toEqual(everyId(100))
    expect(asked).toEqual([
      { limit: 200, at: 0 },
      { limit: 30, at: 0 },
      { limit: 200, at: 30 },
      { limit: 200, at: 60 },
      { limit: 200, at: 90 },
    ])
    const seen: number[] = []
    for await (const { id } of client().matters.list({ limit: 60 })) seen.push(id)
    expect(seen).toEqual(everyId(100))
  })

  it('are synced to their end, each once', async () => {
    largeRecords(100, 30)
    const seen: number[] = []
    for await (const { items } of client().matters.sync()) seen.push(...ids(items))
    expect(seen).toEqual(everyId(100))
  })

  it('are not left out of a page that was asked for by offset', async () => {
    largeRecords(100, 30)
    const page = client().matters.list({ limit: 60, offset: 20 })
    await expect(page).rejects.toMatchObject({ code: 'page_too_large', body: { limit: 30 } })
    await expect(page).rejects.toBeInstanceOf(ApiError)
  })

  it('end a walk of a service that refuses any number', async () => {
    const asked: string[] = []
    serve(
      http.get(`${baseUrl}/matters`, ({ request }) => {
        asked.push(new URL(request.url).search)
        return refused(30)
      }),
    )
    await expect(client().matters.list().toArray()).rejects.toMatchObject({ code: 'page_too_large' })
    expect(asked).toEqual(['?limit=200', '?limit=30'])
  })

  it('are upserted in requests of as many as fit', async () => {
    const sizes: number[] = []
    serve(
      http.post(`${baseUrl}/matters/bulk`, async ({ request }) => {
        const { data } = (await request.json()) as { data: readonly { external_id: string }[] }
        sizes.push(data.length)
        if (data.length > 30) return refused(30)
        return HttpResponse.json({
          results: data.map(({ external_id }, index) => ({
            index,
            status: 200,
            created: false,
            data: { external_id },
          })),
        })
      }),
    )
    const rows = everyId(70).map((n) => ({ external_id: `m-${n}`, title: 'Hale' }))
    const results = []
    for await (const result of client().matters.upsertMany(rows)) results.push(result)
    expect(results.map(({ index, outcome, data }) => [index, outcome, data?.external_id])).toEqual(
      rows.map(({ external_id }, index) => [index, 'updated', external_id]),
    )
    expect(sizes).toEqual([70, 30, 40, 30, 10])
  })
})

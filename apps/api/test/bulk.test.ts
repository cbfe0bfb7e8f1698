import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { int } from '@matterbase/db'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

interface Result {
  index: number
  status: number
  created?: boolean
  outcome?: string
  data?: { id: number; title: string; updated_at: string; external_id: string }
  code?: string
  details?: { field: string; code: string }[]
}

const bulk = async (key: string, data: unknown, query = '') => {
  const reply = await api.call('POST', `/matters/bulk${query}`, { key, body: { data } })
  return { ...reply, results: (reply.body['results'] ?? []) as Result[] }
}
const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ external_id: `row-${n}`, title: `Row ${n}` }))

describe('bulk upsert', () => {
  it('creates, updates and leaves alone, each row with a stamp and an id of its own, in order', async () => {
    const key = await api.key()
    await api.call('POST', '/webhooks', { key, body: { url: 'https://example.com', events: ['matter.created'] } })
    const first = await bulk(key, rows(200))
    expect(first.status).toBe(200)
    expect(first.results.map(({ index, status, created }) => [index, status, created])).toEqual(
      rows(200).map((_, index) => [index, 201, true]),
    )
    expect(first.results.map(({ data }) => data?.external_id)).toEqual(rows(200).map((row) => row.external_id))
    expect(new Set(first.results.map(({ data }) => data?.updated_at)).size).toBe(200)
    expect(new Set(first.results.map(({ data }) => data?.id)).size).toBe(200)

    const second = await bulk(key, [...rows(199), { external_id: 'row-199', title: 'Changed' }])
    expect(second.results.slice(0, 199).map(({ status, data }) => [status, data])).toEqual(
      first.results.slice(0, 199).map(({ data }) => [200, data]),
    )
    expect(second.results[199]).toMatchObject({
      status: 200,
      created: false,
      outcome: 'updated',
      data: { title: 'Changed' },
    })
    expect(second.results[0]).toMatchObject({ status: 200, created: false, outcome: 'unchanged' })
    expect(first.results.every(({ outcome }) => outcome === 'created')).toBe(true)
    const [row] = await api.db.rows({ count: int })`
      SELECT count(*)::int AS count FROM webhook_deliveries WHERE kind = 'matter.created'`
    expect(row?.count).toBe(200)
    const delta = await api.call('GET', `/matters?updated_since=${first.results[199]?.data?.updated_at}`, { key })
    expect(delta.rows.map(({ title }) => title)).toEqual(['Changed'])
  })

  it('answers each bad record for itself and stores the others', async () => {
    const key = await api.key()
    const data: unknown[] = rows(200)
    data[3] = { external_id: 'row-3', title: 7 }
    data[50] = { title: 'no external_id' }
    data[120] = 'not an object'
    data[121] = { external_id: 'row-0', title: 'Again' }
    data[122] = { external_id: 'row-122', title: 'x', client_id: 987654 }
    data[123] = { external_id: 'row-123' }
    const { results } = await bulk(key, data)
    const failed = results.filter(({ status }) => status >= 400)
    expect(failed.map(({ index, status, code, details }) => [index, status, code, details?.[0]?.field])).toEqual([
      [3, 400, 'validation_failed', 'title'],
      [50, 400, 'validation_failed', 'external_id'],
      [120, 400, 'invalid_body', undefined],
      [121, 400, 'validation_failed', 'external_id'],
      [122, 400, 'validation_failed', 'client_id'],
      [123, 400, 'validation_failed', 'title'],
    ])
    expect((await api.call('GET', '/matters?limit=1&include=total', { key })).body['total']).toBe(194)
  })

  it('writes all or nothing when atomic', async () => {
    const key = await api.key()
    const bad = await bulk(key, [...rows(2), { external_id: 'bad' }], '?atomic=true')
    expect([bad.status, bad.body.code]).toEqual([400, 'bulk_failed'])
    expect(bad.results.map(({ status, code }) => [status, code])).toEqual([
      [424, 'not_applied'],
      [424, 'not_applied'],
      [400, 'validation_failed'],
    ])
    expect((await api.call('GET', '/matters', { key })).body['count']).toBe(0)
    const good = await bulk(key, rows(2), '?atomic=true')
    expect(good.results.map(({ status }) => status)).toEqual([201, 201])
  })

  it('names what it ignores by its place', async () => {
    const data = [{ external_id: 'ignoring', title: 'A', titel: 'B' }]
    expect((await bulk(await api.key(), data)).headers.get('x-ignored-fields')).toBe('data[0].titel')
  })

  it('refuses the later of two equal external_ids also when the earlier one is wrong', async () => {
    const data = [
      { external_id: 'twice', title: 7 },
      { external_id: 'twice', title: 'A' },
    ]
    expect((await bulk(await api.key(), data)).results.map(({ status }) => status)).toEqual([400, 400])
  })

  it.each([[undefined], [null], ['x'], [{}], [rows(201)]])(
    'answers 400 to a list that is none or too long',
    async (data) => {
      expect((await bulk(await api.key(), data)).status).toBe(400)
    },
  )

  it('answers an empty list with an empty one', async () => {
    expect((await bulk(await api.key(), [])).results).toEqual([])
  })

  it('survives 10 of the same at once', async () => {
    const key = await api.key()
    const replies = await Promise.all(Array.from({ length: 10 }, () => bulk(key, rows(20))))
    expect(replies.flatMap(({ results }) => results).filter(({ created }) => created)).toHaveLength(20)
    expect((await api.call('GET', '/matters?include=total', { key })).body['total']).toBe(20)
  })
})

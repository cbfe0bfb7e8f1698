import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string
let first: number

beforeAll(async () => {
  api = await startApi()
  key = await api.key()
  const data = ['a', 'b,c', 'none', 'd'].map((external_id) => ({ external_id, title: external_id }))
  const { body } = await api.call('POST', '/matters/bulk', { key, body: { data } })
  first = (body['results'] as { data: { id: number } }[])[0]?.data.id ?? 0
  for (const title of ['x', 'y']) await api.call('POST', '/matters', { key, body: { title } })
})
afterAll(() => api.close())

it.each([
  ['external_id=a&external_id=b%2Cc', ['a', 'b,c']],
  ['external_id=b%2Cc', ['b,c']],
  ['external_id=a&external_id=a&external_id=zzz', ['a']],
  ['external_id[]=d&external_id[]=a', ['a', 'd']],
  ['external_id=none', ['none', 'x', 'y']],
  ['external_id=none&external_id=d', ['none', 'd', 'x', 'y']],
])('%s', async (query, titles) => {
  const { status, rows, text } = await api.call('GET', `/matters?${query}`, { key })
  expect(status, text).toBe(200)
  expect(rows.map(({ title }) => title)).toEqual(titles)
})

it('continue after a cursor, and are at most 200', async () => {
  const { body, rows } = await api.call('GET', '/matters?external_id=a&external_id=d&limit=1', { key })
  expect(rows).toMatchObject([{ id: first }])
  const rest = await api.call('GET', `/matters?limit=1&cursor=${String(body['next_cursor'])}`, { key })
  expect(rest.rows.map(({ title }) => title)).toEqual(['d'])
  const many = Array.from({ length: 201 }, (_, n) => `external_id=${n}`).join('&')
  const refused = await api.call('GET', `/matters?${many}`, { key })
  expect([refused.status, refused.body['details']]).toMatchObject([400, [{ field: 'external_id', code: 'too_long' }]])
  const wrong = await api.call('GET', `/matters?external_id=a&external_id=${'x'.repeat(256)}`, { key })
  expect([wrong.status, wrong.body['details']]).toMatchObject([400, [{ field: 'external_id' }]])
})

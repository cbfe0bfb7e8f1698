import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string

beforeAll(async () => {
  api = await startApi()
  key = await api.key({ tier: 'pro' })
})
afterAll(() => api.close())

async function matter() {
  const { body, headers } = await api.call('POST', '/matters', { key, body: { title: 'Tagged' } })
  return { path: `/matters/${body.data.id}`, etag: String(headers.get('etag')) }
}

it('gives a record the same strong tag in every answer that carries it', async () => {
  const { path, etag } = await matter()
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect((await api.call('GET', path, { key })).headers.get('etag')).toBe(etag)
  expect((await api.call('HEAD', path, { key })).headers.get('etag')).toBe(etag)
  const patched = await api.call('PATCH', path, { key, body: { title: 'New' } })
  expect(patched.headers.get('etag')).not.toBe(etag)
  expect((await api.call('GET', path, { key })).headers.get('etag')).toBe(patched.headers.get('etag'))
})

it('answers 304 without a body, free of rate cost, also to a fetch that says no-cache', async () => {
  const { path, etag } = await matter()
  const before = Number((await api.call('GET', path, { key })).headers.get('x-ratelimit-remaining'))
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const reply = await api.call('GET', path, { key, headers: { 'if-none-match': tag, 'cache-control': 'no-cache' } })
    expect([reply.status, reply.text, reply.headers.get('etag')]).toEqual([304, '', etag])
    expect(Number(reply.headers.get('x-ratelimit-remaining'))).toBe(before)
  }
  const changed = await api.call('GET', path, { key, headers: { 'if-none-match': '"other"' } })
  expect([changed.status, Number(changed.headers.get('x-ratelimit-remaining'))]).toEqual([200, before - 1])
})

it('tags lists weakly', async () => {
  for (const _ of [1, 2]) await matter()
  const first = await api.call('GET', '/matters?limit=1', { key })
  const etag = String(first.headers.get('etag'))
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  const again = () => api.call('GET', '/matters?limit=1', { key, headers: { 'if-none-match': etag } })
  expect(first.body['next_cursor']).toEqual(expect.any(String))
  expect((await again()).status).toBe(304)
  await api.call('PATCH', `/matters/${first.rows[0]?.id}`, { key, body: { title: 'Changed' } })
  expect((await again()).status).toBe(200)
})

it('lets one of two writers with the same tag through', async () => {
  const { path, etag } = await matter()
  const replies = await Promise.all(
    ['a', 'b'].map((title) => api.call('PATCH', path, { key, body: { title }, headers: { 'if-match': etag } })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const lost = replies.find(({ status }) => status === 412)
  expect(lost?.body.code).toBe('precondition_failed')
  expect(lost?.headers.get('etag')).toBe(replies.find(({ status }) => status === 200)?.headers.get('etag'))
})

it.each(['PATCH', 'PUT', 'DELETE'])(
  'holds back a %s with an old tag, and lets * and the current one through',
  async (method) => {
    const put = () => api.call('PUT', '/matters', { key, body: { external_id: `if-match-${method}`, title: 'A' } })
    const created = await put()
    const path = method === 'PUT' ? '/matters' : `/matters/${created.body.data.id}`
    const body = method === 'DELETE' ? undefined : { external_id: `if-match-${method}`, title: 'B' }
    const call = (tag: string) => api.call(method, path, { key, body, headers: { 'if-match': tag } })
    const etag = String(created.headers.get('etag'))
    expect((await call('"old"')).status).toBe(412)
    expect((await call(`W/${etag}`)).status).toBe(412)
    expect((await call(`"old", ${etag}`)).status).toBe(200)
    if (method !== 'DELETE') expect((await call('*')).status).toBe(200)
  },
)

it('answers 412 to an upsert that asks for a record that is not there', async () => {
  const reply = await api.call('PUT', '/matters', {
    key,
    body: { external_id: 'absent', title: 'A' },
    headers: { 'if-match': '*' },
  })
  expect(reply.status).toBe(412)
})

it('checks the body before the record, the record before the tag, the tag before a conflict', async () => {
  const { path } = await matter()
  const headers = { 'if-match': '"old"' }
  expect((await api.call('PATCH', path, { key, body: { title: 7 }, headers })).status).toBe(400)
  expect((await api.call('PATCH', '/matters/987654', { key, body: {}, headers })).status).toBe(404)
  expect((await api.call('PATCH', path, { key, body: { client_id: 987654 }, headers })).status).toBe(400)
  await api.call('POST', '/matters', { key, body: { title: 'a', external_id: 'conflict' } })
  expect((await api.call('PATCH', path, { key, body: { external_id: 'conflict' }, headers })).status).toBe(412)
  expect((await api.call('PATCH', path, { key, body: { external_id: 'conflict' } })).status).toBe(409)
})

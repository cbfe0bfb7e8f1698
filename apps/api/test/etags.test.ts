import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const quoted = (tag: unknown) => JSON.stringify(tag)

describe('etag in records', () => {
  const bodies = {
    matters: { title: 'Tagged' },
    clients: { company_name: 'Tagged' },
    'time-entries': { description: 'Tagged' },
    expenses: { description: 'Tagged', unit_price: 1, date: '2026-03-14' },
  }

  it.each(Object.entries(bodies))('is the ETag of every answer that has a whole record of %s', async (path, body) => {
    const own = await api.key({ tier: 'pro' })
    const created = await api.call('POST', `/${path}`, { key: own, body })
    const { id, etag } = created.body.data
    expect(created.headers.get('etag')).toBe(quoted(etag))
    const got = await api.call('GET', `/${path}/${id}`, { key: own })
    expect([got.body.data.etag, got.headers.get('etag')]).toEqual([etag, quoted(etag)])
    const list = await api.call('GET', `/${path}?limit=1`, { key: own })
    expect(list.rows[0]?.['etag']).toBe(etag)
    const exported = await api.call('GET', `/${path}/export`, { key: own })
    expect(exported.text).toContain(`"etag":${quoted(etag)}}`)
    const upserted = await api.call('PATCH', `/${path}/${id}`, { key: own, body: { external_id: 'own' } })
    expect(upserted.body.data.etag).not.toBe(etag)
    expect(upserted.headers.get('etag')).toBe(quoted(upserted.body.data.etag))
    const bulk = await api.call('POST', `/${path}/bulk`, { key: own, body: { data: [{ external_id: 'own' }] } })
    expect(bulk.body['results']).toMatchObject([{ outcome: 'unchanged', data: { etag: upserted.body.data.etag } }])
    const changed = await api.call('PATCH', `/${path}/${id}`, {
      key: own,
      body: { external_id: null },
      headers: { 'if-match': quoted(upserted.body.data.etag) },
    })
    expect(changed.status).toBe(200)
  })

  it('is the one of the record itself next to related records, and among selected fields', async () => {
    const client = await api.call('POST', '/clients', { key, body: { company_name: 'Fern' } })
    const { body } = await api.call('POST', '/matters', { key, body: { title: 'A', client_id: client.body.data.id } })
    const { id, etag } = body.data
    const expanded = await api.call('GET', `/matters/${id}?expand=client`, { key })
    expect(expanded.body.data).toMatchObject({ etag, client: { etag: client.body.data.etag } })
    // The response changes with the client.
    expect(expanded.headers.get('etag')).not.toBe(quoted(etag))
    const some = await api.call('GET', `/matters/${id}?fields=etag`, { key })
    expect(some.body.data).toEqual({ id, etag })
    await api.call('PATCH', `/clients/${client.body.data.id}`, { key, body: { company_name: 'Moss' } })
    expect((await api.call('GET', `/matters/${id}`, { key })).body.data.etag).toBe(etag)
    const again = await api.call('GET', `/matters/${id}?expand=client`, { key })
    expect(again.headers.get('etag')).not.toBe(expanded.headers.get('etag'))
  })

  it('is read-only, null for a key that may not read, and gone in a tombstone', async () => {
    const email = await api.account()
    const whole = await api.key({ email })
    const { body } = await api.call('POST', '/clients', { key: whole, body: { company_name: 'Fern' } })
    const { id, etag, updated_at: since } = body.data
    const path = `/clients/${id}`
    const back = await api.call('PATCH', path, { key: whole, body: { ...body.data, company_name: 'Moss' } })
    expect([back.status, back.headers.get('x-ignored-fields')]).toEqual([200, null])
    const stale = await api.call('PATCH', path, { key: whole, body: { etag, bio: 'new' } })
    expect([stale.status, stale.headers.get('x-ignored-fields')]).toEqual([200, 'etag'])
    const blind = await api.key({ email, scopes: ['clients:write'] })
    const hidden = await api.call('PATCH', path, { key: blind, body: { bio: 'newer' } })
    expect([hidden.body.data.etag, hidden.headers.get('etag')]).toEqual([null, null])
    await api.call('DELETE', path, { key: whole })
    const deleted = await api.call('GET', `/clients?include_deleted=true&updated_since=${since}`, { key: whole })
    expect(Object.keys(deleted.rows.at(-1) ?? {})).toEqual(['id', 'external_id', 'deleted_at', 'updated_at'])
  })
})

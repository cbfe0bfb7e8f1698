import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string

beforeAll(async () => {
  api = await startApi()
  key = await api.key()
})
afterAll(() => api.close())

const bulk = (data: readonly object[], more: { query?: string; key?: string; headers?: Record<string, string> } = {}) =>
  api.call('POST', `/matters/bulk${more.query ?? ''}`, {
    key: more.key ?? key,
    body: { data },
    ...(more.headers && { headers: more.headers }),
  })

async function matter(externalId: string, own = key) {
  const { body } = await api.call('PUT', '/matters', { key: own, body: { external_id: externalId, title: 'A' } })
  return body.data
}

const titleOf = async (id: unknown) => (await api.call('GET', `/matters/${String(id)}`, { key })).body.data.title

describe('if_match of a row', () => {
  it('writes the row if it is the etag of the record, in any form, and is not stored', async () => {
    const { id, etag } = await matter('forms')
    let current = String(etag)
    for (const form of [
      (tag: string) => tag,
      (tag: string) => `"${tag}"`,
      (tag: string) => `"${tag}.gzip"`,
      (tag: string) => `"${tag}-gzip"`,
      (tag: string) => `${tag}.br`,
      (tag: string) => ['old', tag],
      () => '*',
    ]) {
      const { body } = await bulk([{ external_id: 'forms', title: `${current} new`, if_match: form(current) }])
      expect(body['results']).toMatchObject([{ status: 200, outcome: 'updated', data: { id } }])
      const [result] = body['results'] as [{ data: Record<string, unknown> }]
      expect(result.data).not.toHaveProperty('if_match')
      current = String(result.data['etag'])
    }
  })

  it('refuses a changed record with its ID and current etag, and writes the other rows', async () => {
    const [a, b] = [await matter('changed'), await matter('same')]
    const now = (await api.call('PATCH', `/matters/${a.id}`, { key, body: { title: 'Theirs' } })).body.data
    const { status, body } = await bulk([
      { external_id: 'changed', title: 'Mine', if_match: a.etag },
      { external_id: 'same', title: 'Mine', if_match: b.etag },
      { external_id: 'absent', title: 'Mine', if_match: '*' },
      { external_id: 'weak', title: 'Mine', if_match: `W/${JSON.stringify(a.etag)}` },
    ])
    expect(status).toBe(200)
    expect(body['results']).toMatchObject([
      { status: 412, code: 'precondition_failed', id: a.id, etag: now.etag },
      { status: 200, outcome: 'updated' },
      { status: 412, code: 'precondition_failed' },
      { status: 412, code: 'precondition_failed' },
    ])
    expect((body['results'] as object[])[2]).not.toHaveProperty('etag')
    expect(await titleOf(a.id)).toBe('Theirs')
  })

  it('answers 412 to a single write with the ID and the current etag, too', async () => {
    const { id, etag } = await matter('single')
    const reply = await api.call('PATCH', `/matters/${id}`, {
      key,
      body: { title: 'B' },
      headers: { 'if-match': '"x"' },
    })
    expect([reply.status, reply.body]).toMatchObject([412, { code: 'precondition_failed', id, etag }])
  })

  it.each([[7], [null], [[]], [{}], ['x'.repeat(256)], [[7]], [Array.from({ length: 51 }, () => 'x')]])(
    'refuses a row with %j',
    async (wrong) => {
      const { body } = await bulk([{ external_id: 'hostile', title: 'A', if_match: wrong }])
      expect(body['results']).toMatchObject([{ status: 400, code: 'validation_failed' }])
      expect(JSON.stringify(body['results'])).toContain('"field":"if_match')
    },
  )

  it('lets exactly one of parallel writers through', async () => {
    const { id, etag } = await matter('parallel')
    const titles = Array.from({ length: 12 }, (_, at) => `Writer ${at}`)
    const replies = await Promise.all(titles.map((title) => bulk([{ external_id: 'parallel', title, if_match: etag }])))
    const statuses = replies.map(({ body }) => (body['results'] as { status: number }[])[0]?.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412)).toHaveLength(11)
    expect(await titleOf(id)).toBe(titles[statuses.indexOf(200)])
  })

  it('writes nothing of an atomic request with one failure', async () => {
    const { id, etag } = await matter('atomic')
    const rows = [
      { external_id: 'atomic', title: 'B', if_match: etag },
      { external_id: 'atomic-new', title: 'B', if_match: 'old' },
    ]
    const { status, body } = await bulk(rows, { query: '?atomic=true' })
    expect([status, body.code]).toEqual([400, 'bulk_failed'])
    expect(body['results']).toMatchObject([{ status: 424 }, { status: 412 }])
    expect(await titleOf(id)).toBe('A')
  })

  it('repeats its result for an idempotency key', async () => {
    const { etag } = await matter('replay')
    const rows = [{ external_id: 'replay', title: 'B', if_match: etag }]
    const headers = { 'idempotency-key': 'if-match-replay' }
    const first = await bulk(rows, { headers })
    const again = await bulk(rows, { headers })
    expect(first.body['results']).toMatchObject([{ status: 200 }])
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])
    expect((await bulk(rows)).body['results']).toMatchObject([{ status: 412 }])
  })

  it('needs the scope that reads the records, except for *', async () => {
    const email = await api.account()
    const { etag } = await matter('blind', await api.key({ email }))
    const blind = await api.key({ email, scopes: ['matters:write'] })
    const { body } = await bulk([{ external_id: 'blind', title: 'B', if_match: etag }], { key: blind })
    expect(body['results']).toMatchObject([{ status: 403, code: 'insufficient_scope' }])
    const any = await bulk([{ external_id: 'blind', title: 'B', if_match: '*' }], { key: blind })
    expect(any.body['results']).toMatchObject([{ status: 200, data: { etag: null } }])
  })
})

describe('if_match in the body of PATCH and PUT', () => {
  const writes = [
    ['PATCH', (id: unknown) => `/matters/${String(id)}`],
    ['PUT', () => '/matters'],
  ] as const

  it.each(writes)('of %s writes only the version that was seen, in any form of its tag', async (method, pathOf) => {
    const made = await matter(`one-${method}`)
    const send = (ifMatch: unknown, more: object = {}) =>
      api.call(method, pathOf(made.id), {
        key,
        body: { external_id: `one-${method}`, title: 'Mine', if_match: ifMatch, ...more },
      })
    const wrong = await send('wrong')
    expect([wrong.status, wrong.body]).toMatchObject([412, { id: made.id, etag: made.etag }])
    expect(await titleOf(made.id)).toBe('A')
    let tag = String(made.etag)
    for (const form of [tag, `"${tag}"`, `${tag}.gzip`, `"${tag}.br"`, `"${tag}-gzip"`]) {
      const reply = await send(form.replace(String(made.etag), tag), { title: `With ${form}` })
      expect([form, reply.status]).toEqual([form, 200])
      tag = String(reply.body.data['etag'])
    }
    for (const form of [`"${tag}.gzip"`, `"${tag}.br"`, `"${tag}-gzip"`]) {
      const { status } = await api.call('GET', `/matters/${made.id}`, { key, headers: { 'if-none-match': form } })
      expect([form, status]).toEqual([form, 304])
      const same = await api.call('PATCH', `/matters/${made.id}`, { key, body: {}, headers: { 'if-match': form } })
      expect([form, same.status]).toEqual([form, 200])
    }
  })

  it.each(writes)('of %s counts, and not a stale etag of a record that is sent back', async (method, pathOf) => {
    const made = await matter(`stale-${method}`)
    const { data } = (await api.call('PATCH', `/matters/${made.id}`, { key, body: { title: 'B' } })).body
    const sent = { ...made, title: 'C' }
    const written = await api.call(method, pathOf(made.id), { key, body: sent })
    expect([written.status, written.body.data.title]).toEqual([200, 'C'])
    expect(written.headers.get('x-ignored-fields')?.split(', ')).toContain('etag')
    const refused = await api.call(method, pathOf(made.id), { key, body: { ...sent, if_match: data['etag'] } })
    expect(refused.status).toBe(412)
  })
})

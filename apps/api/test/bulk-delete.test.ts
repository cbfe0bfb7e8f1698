import { int } from '@matterbase/db'
import { recordContracts } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { newRecordBody } from './new-record-body.ts'

let api: Api
let email: string
let key: string

beforeAll(async () => {
  api = await startApi()
  email = await api.account()
  key = await api.key({ email })
})
afterAll(() => api.close())

interface Result {
  readonly index: number
  readonly status: number
  readonly id?: number
  readonly code?: string
  readonly [name: string]: unknown
}

async function remove(path: string, body: object, { query = '', own = key } = {}) {
  const reply = await api.call('DELETE', `/${path}/bulk${query}`, { key: own, body })
  return { ...reply, results: (reply.body['results'] ?? []) as readonly Result[] }
}

let made = 0
async function make(path: string, more: object = {}, own = key) {
  const contract = Object.values(recordContracts).find((one) => one.path === path)
  if (!contract) throw new Error(`${path} is no record`)
  const record = await newRecordBody(api, own, contract, 'Estate of Moss')
  const body = { ...record, external_id: `own-${++made}`, ...more }
  const reply = await api.call('POST', `/${path}`, { key: own, body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

describe.each(Object.values(recordContracts).map(({ path }) => path))('DELETE /%s/bulk', (path) => {
  it('deletes by ids and by external_ids, and answers each in its place', async () => {
    const [first, second, third] = [await make(path), await make(path), await make(path)]
    const byId = await remove(path, { ids: [second.id, 987_654_321, first.id] })
    expect(byId.status).toBe(200)
    expect(byId.results).toEqual([
      { index: 0, status: 200, id: second.id, success: true },
      {
        index: 1,
        status: 404,
        error: expect.stringMatching(
          /^No [a-z ]+ 987654321 in this live workspace\. IDs differ between live and test\.$/,
        ),
        code: 'not_found',
      },
      { index: 2, status: 200, id: first.id, success: true },
    ])
    const named = await remove(path, { external_ids: ['nobody', third['external_id'], first['external_id']] })
    expect(named.results.map(({ status, id }) => [status, id])).toEqual([
      [404, undefined],
      [200, third.id],
      [404, undefined],
    ])
    for (const { id } of [first, second, third])
      expect((await api.call('GET', `/${path}/${id}`, { key })).status).toBe(404)
    const since = `updated_since=${third.updated_at}&include_deleted=true`
    const { rows } = await api.call('GET', `/${path}?${since}`, { key })
    expect(rows.map(({ id }) => id)).toEqual([second.id, first.id, third.id])
    expect(new Set(rows.map(({ updated_at }) => updated_at)).size).toBe(3)
  })

  it('refuses the later of two that are the same, and answers 404 when it is sent again', async () => {
    const { id } = await make(path)
    const { results } = await remove(path, { ids: [id, id] })
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      [200, undefined],
      [400, 'validation_failed'],
    ])
    expect((await remove(path, { ids: [id] })).results).toMatchObject([{ status: 404 }])
    expect((await remove(path, { ids: [] })).results).toEqual([])
  })

  it('touches nothing of another workspace', async () => {
    const other = await api.key({ email, environment: 'test' })
    const foreign = await make(path, {}, other)
    for (const body of [{ ids: [foreign.id] }, { external_ids: [foreign['external_id']] }])
      expect((await remove(path, body)).results).toMatchObject([{ status: 404, code: 'not_found' }])
    expect((await api.call('GET', `/${path}/${foreign.id}`, { key: other })).status).toBe(200)
  })

  it('answers 400 to anything but ids or external_ids, up to 200 of them', async () => {
    const many = Array.from({ length: 201 }, (_, n) => n + 1)
    for (const [body, field] of [
      [{}, 'ids'],
      [{ ids: [1], external_ids: ['a'] }, 'ids'],
      [{ ids: many }, 'ids'],
      [{ external_ids: many.map(String) }, 'external_ids'],
      [{ ids: [1, 'abc'] }, 'ids[1]'],
      [{ ids: [0] }, 'ids[0]'],
      [{ external_ids: [''] }, 'external_ids[0]'],
      [{ ids: 7 }, 'ids'],
      [{ ids: null }, 'ids'],
    ] as const)
      expect([body, (await remove(path, body)).body]).toMatchObject([
        body,
        { code: 'validation_failed', details: [{ field }] },
      ])
  })

  it('deletes once what two ask for at the same time', async () => {
    const records = [await make(path), await make(path), await make(path)]
    const ids = records.map(({ id }) => id)
    const replies = await Promise.all([remove(path, { ids }), remove(path, { ids: ids.toReversed() })])
    const statuses = replies.flatMap(({ results }) => results.map(({ status }) => status))
    expect(statuses.toSorted()).toEqual([200, 200, 200, 404, 404, 404])
  })
})

it.each(Object.values(recordContracts).map(({ path, events }) => [path, events.deleted.event] as const))(
  'DELETE /%s/bulk tells of each record that it deleted, once, and of no other',
  async (path, kind) => {
    const own = await api.key()
    const url = 'https://example.com/hooks'
    const { body: endpoint } = await api.call('POST', '/webhooks', { key: own, body: { url, events: [kind] } })
    const told = async () =>
      (await api.call('GET', `/webhooks/${String(endpoint['id'])}/deliveries`, { key: own })).rows.map(
        ({ event }) => event,
      )
    const [first, second, kept] = [await make(path, {}, own), await make(path, {}, own), await make(path, {}, own)]
    await remove(path, { ids: [first.id, 987_654_321, second.id, first.id] }, { own })
    await remove(path, { ids: [first.id] }, { own })
    expect(await told()).toEqual([kind, kind])
    const events = await api.db.rows({ id: int })`
      SELECT (event.data->>'id')::int AS id FROM events AS event JOIN webhook_deliveries AS delivery
        ON delivery.workspace_id = event.workspace_id AND delivery.event_id = event.id
      WHERE delivery.endpoint_id = ${String(endpoint['id'])}::bigint ORDER BY delivery.id`
    expect(events).toEqual([{ id: first.id }, { id: second.id }])
    expect((await api.call('GET', `/${path}/${kept.id}`, { key: own })).status).toBe(200)
  },
)

it('keeps what others refer to and says how many they are, unless it is forced to unlink them', async () => {
  const [held, free] = [await make('clients'), await make('clients')]
  const matter = await make('matters', { client_id: held.id })
  const { results } = await remove('clients', { ids: [held.id, free.id] })
  expect(results).toMatchObject([
    {
      index: 0,
      status: 409,
      code: 'has_dependents',
      error: '1 matter refers to this client. Delete it first, or delete the client with ?force=true to unlink it.',
      dependents: { matters: 1, time_entries: 0, expenses: 0 },
    },
    { index: 1, status: 200, id: free.id },
  ])
  const forced = await remove('clients', { ids: [held.id] }, { query: '?force=true' })
  expect(forced.results).toMatchObject([{ status: 200, id: held.id }])
  const { client_id: client, updated_at: stamp } = (await api.call('GET', `/matters/${matter.id}`, { key })).body.data
  expect([client, stamp > matter.updated_at]).toEqual([null, true])
})

it('deletes 200 at once', async () => {
  const data = Array.from({ length: 200 }, (_, n) => ({ external_id: `many-${n}`, title: `Matter ${n}` }))
  await api.call('POST', '/matters/bulk', { key, body: { data } })
  const { results } = await remove('matters', { external_ids: data.map((one) => one.external_id) })
  expect(results.filter(({ status }) => status === 200)).toHaveLength(200)
})

describe('if_match of a deletion', () => {
  const etagOf = (record: { readonly [name: string]: unknown }) => String(record['etag'])

  it('deletes the records that have not changed, in each form of a tag, and leaves the others', async () => {
    const made = []
    for (let count = 0; count < 6; count++) made.push(await make('matters'))
    const [same, changed, compressed, anyVersion, exists, several] = made
    const body = { title: 'Theirs' }
    const now = (await api.call('PATCH', `/matters/${changed?.id}`, { key, body })).body.data
    const tags = made.map(etagOf)
    const versions = [tags[0], tags[1], `"${tags[2]}.gzip"`, null, '*', ['old', tags[5]]]
    const { status, results } = await remove('matters', { ids: made.map(({ id }) => id), if_match: versions })
    expect(status).toBe(200)
    expect(results.map((result) => [result.id, result.status])).toEqual([
      [same?.id, 200],
      [changed?.id, 412],
      [compressed?.id, 200],
      [anyVersion?.id, 200],
      [exists?.id, 200],
      [several?.id, 200],
    ])
    expect(results[1]).toMatchObject({ code: 'precondition_failed', etag: now['etag'] })
    expect((await api.call('GET', `/matters/${changed?.id}`, { key })).body.data['title']).toBe('Theirs')
  })

  it('counts for external_ids, and the first row of a repeated record', async () => {
    const first = await make('clients')
    const names = [first['external_id'], 'absent', first['external_id']]
    const wrong = await remove('clients', { external_ids: names, if_match: ['old', 'old', null] })
    expect(wrong.results.map((result) => result.status)).toEqual([412, 404, 400])
    const right = await remove('clients', { external_ids: names.slice(0, 1), if_match: [etagOf(first)] })
    expect(right.results).toMatchObject([{ status: 200, id: first.id }])
  })

  it('refuses another number of versions, and a key that cannot read the records', async () => {
    const [a, b] = [await make('matters'), await make('matters')]
    const ids = [a.id, b.id]
    const short = await remove('matters', { ids, if_match: [etagOf(a)] })
    expect([short.status, short.body.error]).toEqual([
      400,
      'if_match: must have one entry for each record, in the same order. Use null for any version',
    ])
    const own = await api.key({ email, scopes: ['matters:write'] })
    const { results } = await remove('matters', { ids, if_match: [etagOf(a), '*'] }, { own })
    expect(results.map((result) => [result.status, result.code])).toEqual([
      [403, 'insufficient_scope'],
      [200, undefined],
    ])
  })
})

it.each(Object.values(recordContracts).map(({ path }) => path))(
  'if_match of a PATCH counts for %s, as for PUT',
  async (path) => {
    const record = await make(path)
    const change = (ifMatch: unknown, own = key) =>
      api.call('PATCH', `/${path}/${record.id}`, {
        key: own,
        body: { external_id: record['external_id'], if_match: ifMatch },
      })
    const wrong = await change('old')
    expect([wrong.status, wrong.body]).toMatchObject([412, { code: 'precondition_failed', etag: record['etag'] }])
    expect((await change(`${String(record['etag'])}.br`)).status).toBe(200)
    expect((await change(`"${String(record['etag'])}.br"`)).status).toBe(200)
    expect((await change([record['etag'], 'old'])).status).toBe(200)
  },
)

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { int, text } from '@matterbase/db'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string

beforeAll(async () => {
  api = await startApi()
  key = await api.key()
})
afterAll(() => api.close())

const complete = {
  title: 'Estate of Moss “Żółć” 🏛',
  description: 'line one\nline two',
  case_category: 'Probate',
  service_type: 'Litigation',
  status: 'On Hold',
  official_case_number: '24-1099',
  case_type: 'Civil',
  client_id: null,
  estimated_hours: 12.345678,
  estimated_budget_min: 0.1,
  estimated_budget_max: 999999999999.99,
  start_date: '2024-02-29',
  end_date: '2025-01-31',
  external_id: ' CRM 7 ',
  metadata: { erp_id: 'A-2041' },
  custom_fields: {},
  number: '2026/017',
  responsible_user_id: null,
  originating_user_id: null,
  billing_method: 'flat_fee',
}

describe('create', () => {
  it('answers 201 with the whole record, every member as it was sent', async () => {
    const { status, body, headers } = await api.call('POST', '/matters', { key, body: complete })
    expect(status).toBe(201)
    const { id, created_at, updated_at, etag, ...rest } = body.data
    expect(rest).toEqual(complete)
    expect(id).toEqual(expect.any(Number))
    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(updated_at).toBe(created_at)
    expect(JSON.stringify(etag)).toBe(headers.get('etag'))
  })

  it('fills in the defaults: In Progress, and null for everything that was not sent', async () => {
    const { body } = await api.call('POST', '/matters', { key, body: { title: 'Bare' } })
    expect(body['data']).toMatchObject({
      status: 'In Progress',
      description: null,
      client_id: null,
      external_id: null,
      start_date: null,
    })
  })

  it('names every wrong field at once', async () => {
    const body = {
      title: 7,
      status: 'Open',
      estimated_hours: '12',
      start_date: '2025-02-30',
      estimated_budget_min: -1,
      description: null,
    }
    const reply = await api.call('POST', '/matters', { key, body })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({
      code: 'validation_failed',
      request_id: reply.headers.get('x-request-id'),
      doc_url: 'http://localhost/docs/api/errors#validation_failed',
    })
    expect(reply.body['details']).toEqual([
      { field: 'title', code: 'invalid_type', message: 'must be a string, not a number' },
      { field: 'status', code: 'invalid_value', message: expect.stringContaining('"In Progress", "Case Won"') },
      { field: 'estimated_hours', code: 'invalid_type', message: 'must be a number such as 1.5, not a string' },
      { field: 'estimated_budget_min', code: 'out_of_range', message: 'must be at least 0' },
      { field: 'start_date', code: 'invalid_format', message: expect.stringContaining('2026-03-14') },
    ])
  })

  it('names what only the whole record shows together with what any member shows', async () => {
    const wrong = { status: 'Open', client_id: 987654, start_date: '2024-02-01', end_date: '2024-01-01' }
    const fields = async (method: string, path: string, body: object) => {
      const reply = await api.call(method, path, { key, body })
      expect(reply.status).toBe(400)
      return (reply.body['details'] as { field: string }[]).map(({ field }) => field)
    }
    const everything = ['status', 'title', 'end_date', 'client_id']
    expect(await fields('PUT', '/matters', { ...wrong, external_id: 'all' })).toEqual(everything)
    expect((await fields('POST', '/matters', wrong)).toSorted()).toEqual(everything.toSorted())
    const { id } = (await api.call('POST', '/matters', { key, body: { title: 'a', start_date: '2024-03-01' } })).body
      .data
    expect(await fields('PATCH', `/matters/${id}`, { status: 7, end_date: '2024-01-01' })).toEqual([
      'status',
      'end_date',
    ])
    expect(await fields('PATCH', '/matters/987654', { status: 7 })).toEqual(['status'])
    expect(await fields('PATCH', '/matters/abc', { status: 7 })).toEqual(['status'])
  })

  it.each([
    ['no title', {}, 'title', 'required'],
    ['a blank title', { title: ' ' }, 'title', 'blank'],
    ['a title of null', { title: null }, 'title', 'not_nullable'],
    ['a title that is too long', { title: 'x'.repeat(256) }, 'title', 'too_long'],
    ['NUL', { title: 'a\0b' }, 'title', 'invalid_characters'],
    ['a lone surrogate', '{"title":"a\\ud800b"}', 'title', 'invalid_characters'],
    ['a number beyond a double', '{"title":"a","estimated_hours":1e400}', 'estimated_hours', 'invalid_type'],
    [
      'an end before the start',
      { title: 'a', start_date: '2024-01-02', end_date: '2024-01-01' },
      'end_date',
      'out_of_order',
    ],
    [
      'a budget that shrinks',
      { title: 'a', estimated_budget_min: 2, estimated_budget_max: 1 },
      'estimated_budget_max',
      'out_of_order',
    ],
    ['a client that is not there', { title: 'a', client_id: 999 }, 'client_id', 'not_found'],
    ['an external_id of ""', { title: 'a', external_id: '' }, 'external_id', 'blank'],
  ])('answers 400 to %s', async (_name, body, field, code) => {
    const reply = await api.call('POST', '/matters', { key, body })
    expect(reply.status).toBe(400)
    expect(reply.body['details']).toMatchObject([{ field, code }])
    expect(reply.body['error']).toContain(field)
  })

  it('drops read-only members and names them with unknown ones', async () => {
    const body = { title: 'Read-only', id: 1, created_at: 'x', titel: 'typo', ['__proto__x']: 1 }
    const reply = await api.call('POST', '/matters', { key, body })
    expect(reply.status).toBe(201)
    expect(reply.headers.get('x-ignored-fields')).toBe('titel, __proto__x, id, created_at')
  })

  it('refuses unknown members when asked to be strict', async () => {
    const reply = await api.call('POST', '/matters', {
      key,
      body: { title: 'a', titel: 'b' },
      headers: { prefer: 'handling=strict' },
    })
    expect(reply.status).toBe(400)
    expect(reply.body['details']).toEqual([
      {
        field: 'titel',
        code: 'unknown_field',
        message: 'is not a known field or parameter. Check the spelling, or leave it out',
      },
    ])
  })

  it('answers 409 with the id of the record that has the external_id', async () => {
    const first = await api.call('POST', '/matters', { key, body: { title: 'a', external_id: 'taken' } })
    const reply = await api.call('POST', '/matters', { key, body: { title: 'b', external_id: 'taken' } })
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({ code: 'external_id_conflict', existing_id: first.body.data.id })
  })
})

describe('upsert', () => {
  it('creates, then updates by merging, then changes nothing', async () => {
    const put = (body: object) => api.call('PUT', '/matters', { key, body: { external_id: 'u-1', ...body } })
    const created = await put({ title: 'First', description: 'typed by the lawyer' })
    expect([created.status, created.body['created']]).toEqual([201, true])
    const updated = await put({ title: 'Second' })
    expect([updated.status, updated.body['created']]).toEqual([200, false])
    expect(updated.body['data']).toMatchObject({
      id: created.body.data.id,
      title: 'Second',
      description: 'typed by the lawyer',
    })
    expect(updated.body.data.updated_at > created.body.data.updated_at).toBe(true)
    const same = await put({ title: 'Second' })
    expect(same.status).toBe(200)
    expect(same.body['data']).toEqual(updated.body['data'])
  })

  it.each([
    [{}],
    [{ external_id: null }],
    [{ external_id: '' }],
    [{ external_id: ' ' }],
    [{ external_id: 7 }],
    [{ external_id: 'x'.repeat(256) }],
  ])('writes nothing without a usable external_id: %j', async (body) => {
    const reply = await api.call('PUT', '/matters', { key, body: { title: 'a', ...body } })
    expect(reply.status).toBe(400)
    expect(reply.body['details']).toMatchObject([{ field: 'external_id' }])
  })

  it('needs a title to create', async () => {
    const reply = await api.call('PUT', '/matters', { key, body: { external_id: 'no-title' } })
    expect(reply.body['details']).toEqual([{ field: 'title', code: 'required', message: 'is required' }])
  })

  it('creates one record and one event out of 50 at once', async () => {
    const own = await api.key()
    await api.call('POST', '/webhooks', { key: own, body: { url: 'https://example.com', events: ['matter.created'] } })
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        api.call('PUT', '/matters', { key: own, body: { external_id: 'same', title: 'Same' } }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 49 }, () => 200), 201])
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
    const list = await api.call('GET', '/matters', { key: own })
    expect(list.body['count']).toBe(1)
    const [row] = await api.db.rows({ deliveries: int })`
      SELECT count(*)::int AS deliveries FROM webhook_deliveries JOIN events ON events.workspace_id = webhook_deliveries.workspace_id AND events.id = webhook_deliveries.event_id
      WHERE events.data->>'external_id' = 'same'`
    expect(row?.deliveries).toBe(1)
  })

  it('records the event with the bytes that GET answers', async () => {
    const { body } = await api.call('PUT', '/matters', {
      key,
      body: { ...complete, external_id: 'bytes', number: null },
    })
    const got = await api.call('GET', `/matters/${body.data.id}`, { key })
    const [event] = await api.db.rows({
      data: text,
    })`SELECT data::text AS data FROM events WHERE data->>'external_id' = 'bytes'`
    expect(got.text).toBe(`{"data":${event?.data}}`)
  })
})

describe('get, update and delete', () => {
  it('changes what is sent, clears what is null, leaves the rest', async () => {
    const { body } = await api.call('POST', '/matters', {
      key,
      body: { title: 'Patch me', description: 'd', service_type: 's' },
    })
    const { id, updated_at: before } = body.data
    const nothing = await api.call('PATCH', `/matters/${id}`, { key, body: {} })
    expect(nothing.body.data.updated_at).toBe(before)
    const reply = await api.call('PATCH', `/matters/${id}`, { key, body: { description: null, status: 'Settled' } })
    expect(reply.status).toBe(200)
    expect(reply.body['data']).toMatchObject({
      title: 'Patch me',
      description: null,
      service_type: 's',
      status: 'Settled',
    })
    expect((await api.call('GET', `/matters/${id}`, { key })).body).toEqual(reply.body)
  })

  it('checks a change against what is already there', async () => {
    const { body } = await api.call('POST', '/matters', { key, body: { title: 'a', start_date: '2024-05-01' } })
    const reply = await api.call('PATCH', `/matters/${body.data.id}`, { key, body: { end_date: '2024-04-30' } })
    expect(reply.status).toBe(400)
  })

  it('deletes once, and lets the external_id be used again', async () => {
    const put = () => api.call('PUT', '/matters', { key, body: { external_id: 'gone', title: 'Gone' } })
    const { id } = (await put()).body.data
    const deleted = await api.call('DELETE', `/matters/${id}`, { key })
    expect([deleted.status, deleted.text]).toEqual([200, '{"success":true}'])
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', {}]] as const)
      expect((await api.call(method, `/matters/${id}`, { key, body })).status).toBe(404)
    const again = await put()
    expect(again.status).toBe(201)
    expect(again.body.data.id).not.toBe(id)
  })

  it.each(['abc', '0', '-1', '1.0', '1e3', '99999999999', '9'.repeat(40), '%00', '%E0%A4%A'])(
    'answers 404 to the id %s',
    async (id) => {
      expect((await api.call('GET', `/matters/${id}`, { key })).status).toBe(404)
    },
  )
})

describe('list', () => {
  it('pages by id and says whether there is more', async () => {
    const own = await api.key()
    for (const title of ['a', 'b', 'c']) await api.call('POST', '/matters', { key: own, body: { title } })
    const first = await api.call('GET', '/matters?limit=2', { key: own })
    expect(first.body).toMatchObject({
      count: 2,
      limit: 2,
      offset: 0,
      has_more: true,
      data: [{ title: 'a' }, { title: 'b' }],
    })
    const second = await api.call('GET', '/matters?limit=2&offset=2', { key: own })
    expect(second.body).toMatchObject({ count: 1, offset: 2, has_more: false, data: [{ title: 'c' }] })
    expect((await api.call('GET', '/matters?offset=2147483647', { key: own })).body).toMatchObject({
      count: 0,
      data: [],
    })
  })

  it('follows changes with updated_since, strictly after', async () => {
    const own = await api.key()
    const ids: number[] = []
    for (const title of ['a', 'b', 'c'])
      ids.push((await api.call('POST', '/matters', { key: own, body: { title } })).body.data.id)
    await api.call('PATCH', `/matters/${ids[0]}`, { key: own, body: { title: 'a2' } })
    const all = await api.call('GET', '/matters?updated_since=1970-01-01T00:00:00Z', { key: own })
    const data = all.rows
    expect(data.map(({ title }) => title)).toEqual(['b', 'c', 'a2'])
    const rest = await api.call('GET', `/matters?updated_since=${data[1]?.updated_at}`, { key: own })
    expect(rest.body['data']).toMatchObject([{ title: 'a2' }])
  })

  it('clamps a limit above 200', async () => {
    expect((await api.call('GET', '/matters?limit=5000', { key })).body['limit']).toBe(200)
  })

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'limit=',
    'limit=1&limit=2',
    'offset=-1',
    'offset=2147483648',
    'updated_since=yesterday',
    'updated_since=2025-02-30T00:00:00Z',
  ])('answers 400 to ?%s', async (query) => {
    const reply = await api.call('GET', `/matters?${query}`, { key })
    expect(reply.status).toBe(400)
    expect(reply.body['details']).toMatchObject([{ field: query.split('=')[0] }])
  })

  it.each([
    'status[]=Settled&status[]=Dismissed',
    'status%5B%5D=Settled&status%5B%5D=Dismissed',
    'status[0]=Settled&status[1]=Dismissed',
    'status=Settled&status[]=Dismissed',
  ])('reads the brackets that arrays are sent with: %s', async (filter) => {
    const own = await api.key({ email: await api.account() })
    for (const status of ['Settled', 'Dismissed', 'On Hold'])
      await api.call('POST', '/matters', { key: own, body: { title: status, status } })
    const reply = await api.call('GET', `/matters?${filter}&limit[]=1`, { key: own })
    expect([reply.status, reply.headers.get('x-ignored-fields')]).toEqual([200, null])
    expect(reply.body).toMatchObject({ limit: 1, has_more: true, data: [{ title: 'Settled' }] })
    const next = await api.call('GET', `/matters?${filter}&limit=1&cursor=${String(reply.body['next_cursor'])}`, {
      key: own,
    })
    expect(next.body).toMatchObject({ has_more: false, data: [{ title: 'Dismissed' }] })
    const unknown = await api.call('GET', '/matters?colour[]=red&status[a]=b', { key: own })
    expect(unknown.headers.get('x-ignored-fields')).toBe('colour%5B%5D, status%5Ba%5D')
    const twice = await api.call('GET', '/matters?limit[]=1&limit[]=2', { key: own })
    expect(twice.body['details']).toMatchObject([{ field: 'limit', code: 'repeated' }])
  })

  it('reads an unescaped + in a moment as +', async () => {
    const own = await api.key()
    const { updated_at: stamp } = (await api.call('POST', '/matters', { key: own, body: { title: 'a' } })).body.data
    const moment = stamp.replace('Z', '+00:00')
    expect((await api.call('GET', `/matters?updated_since=${moment}`, { key: own })).body).toMatchObject({ count: 0 })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string
let clientId: number
let matterId: number

beforeAll(async () => {
  api = await startApi()
  key = await api.key()
  const client = { external_id: 'c-17', company_name: 'Fern' }
  clientId = (await api.call('POST', '/clients', { key, body: client })).body.data.id
  await api.call('POST', '/clients', { key, body: { ...client, external_id: 'c-18' } })
  const matter = { external_id: 'm-17', title: 'Moss v. Fern' }
  matterId = (await api.call('POST', '/matters', { key, body: matter })).body.data.id
})
afterAll(() => api.close())

const reference = { external_id: 'c-17' }
const put = (body: object, more: object = {}) => api.call('PUT', '/matters', { key, body, ...more })

describe('a related record by its external_id', () => {
  it('is found by POST, PUT, PATCH and bulk', async () => {
    const created = await api.call('POST', '/matters', { key, body: { title: 'A', client: reference } })
    expect([created.status, created.body.data.client_id]).toEqual([201, clientId])
    expect(created.headers.get('x-ignored-fields')).toBeNull()
    const upserted = await put({ external_id: 'm-1', title: 'A', client: reference })
    expect(upserted.body.data.client_id).toBe(clientId)
    const cleared = await api.call('PATCH', `/matters/${created.body.data.id}`, { key, body: { client_id: null } })
    expect(cleared.body.data.client_id).toBeNull()
    const patched = await api.call('PATCH', `/matters/${created.body.data.id}`, {
      key,
      body: { client: { id: clientId } },
    })
    expect(patched.body.data.client_id).toBe(clientId)
    const rows = Array.from({ length: 40 }, (_, at) => ({ external_id: `r-${at}`, title: 'A', client: reference }))
    const { body } = await api.call('POST', '/matters/bulk', { key, body: { data: rows } })
    expect(body['results']).toMatchObject(rows.map(() => ({ status: 201, data: { client_id: clientId } })))
    const again = await api.call('POST', '/matters/bulk', { key, body: { data: rows } })
    expect(again.body['results']).toMatchObject(rows.map(() => ({ outcome: 'unchanged' })))
  })

  it('names the matter of a time entry and of an expense', async () => {
    const entry = { case: { external_id: 'm-17' }, client: reference, duration: 1 }
    const time = await api.call('POST', '/time-entries', { key, body: entry })
    expect(time.body.data).toMatchObject({ case_id: matterId, client_id: clientId })
    const expense = { case: { external_id: 'm-17' }, unit_price: 1, date: '2026-03-14', description: 'Fee' }
    expect((await api.call('POST', '/expenses', { key, body: expense })).body.data.case_id).toBe(matterId)
  })

  it('is refused by name where it does not exist, was deleted or belongs to another workspace', async () => {
    const other = await api.key()
    await api.call('POST', '/clients', { key: other, body: { external_id: 'elsewhere', company_name: 'A' } })
    const gone = await api.call('POST', '/clients', { key, body: { external_id: 'gone', company_name: 'A' } })
    await api.call('DELETE', `/clients/${gone.body.data.id}`, { key })
    for (const externalId of ['c-99', 'elsewhere', 'gone', '"\u{1F600}']) {
      const { status, body } = await put({ external_id: 'm-2', title: 'A', client: { external_id: externalId } })
      expect([status, body.code]).toEqual([400, 'validation_failed'])
      const message = expect.stringContaining(JSON.stringify(externalId))
      expect(body.details).toMatchObject([{ field: 'client.external_id', code: 'not_found', message }])
    }
    const { body } = await api.call('POST', '/matters/bulk', {
      key,
      body: {
        data: [
          { external_id: 'ok', title: 'A', client: reference },
          { external_id: 'no', title: 'A', client: { external_id: 'c-99' } },
        ],
      },
    })
    expect(body['results']).toMatchObject([
      { status: 201 },
      { status: 400, details: [{ field: 'client.external_id' }] },
    ])
    expect((await api.call('GET', '/matters?external_id=m-2', { key })).rows).toEqual([])
  })

  it('must agree with the ID next to it', async () => {
    const same = await put({ external_id: 'm-3', title: 'A', client: reference, client_id: clientId })
    expect([same.status, same.body.data.client_id]).toEqual([201, clientId])
    for (const client of [{ external_id: 'c-18' }, { id: clientId + 1 }])
      expect(await put({ external_id: 'm-3', client, client_id: clientId })).toMatchObject({
        status: 400,
        body: { details: [{ field: 'client', code: 'mismatch' }] },
      })
    const cleared = await put({ external_id: 'm-3', client: reference, client_id: null })
    expect(cleared.body.details).toMatchObject([{ field: 'client', code: 'mismatch' }])
  })

  it.each([[{ external_id: '' }], [{ external_id: 7 }], [{ external_id: null }], [{ id: '7' }], [{ id: -1 }]])(
    'is refused as %j',
    async (client) => {
      const { status, body } = await put({ external_id: 'm-4', title: 'A', client })
      expect([status, body.details]).toMatchObject([400, [{ field: `client.${Object.keys(client)[0]}` }]])
    },
  )

  it.each([
    ['c-17', 'invalid_type', 'must be an object, not a string'],
    [7, 'invalid_type', 'must be an object, not a number'],
    [true, 'invalid_type', 'must be an object, not a boolean'],
    [[], 'invalid_type', 'must be an object, not an array'],
    [[{ id: 1 }], 'invalid_type', 'must be an object, not an array'],
    [{}, 'required', 'needs external_id or id'],
    [{ company_name: 'c-18' }, 'required', 'needs external_id or id'],
  ])('is refused as %j, which names no record', async (client, code, message) => {
    for (const sent of [
      { title: 'A', client },
      { title: 'A', client, client_id: clientId },
    ]) {
      const { status, body } = await put({ external_id: 'm-4', ...sent })
      expect([status, body.details]).toEqual([400, [{ field: 'client', code, message }]])
    }
  })

  it('is refused with other fields than external_id and id, unless the API returned it', async () => {
    const client = { ...reference, company_name: 'Fern', colour: 'red' }
    const unknown = (field: string) => ({ field, code: 'unknown_field' })
    for (const headers of [{}, { prefer: 'handling=strict' }]) {
      const reply = await put({ external_id: 'm-6', title: 'A', client }, { headers })
      expect([reply.status, reply.body.details]).toMatchObject([
        400,
        [unknown('client.company_name'), unknown('client.colour')],
      ])
    }
    const { body } = await api.call('POST', '/matters/bulk', {
      key,
      body: { data: [{ external_id: 'm-6', title: 'A', client }] },
    })
    expect(body['results']).toMatchObject([{ status: 400, details: [unknown('client.company_name'), {}] }])
  })

  it.each(['{external_id}', '{id}', 'both'])(
    'links as %s, and as a whole record that the API returned',
    async (how) => {
      const client = {
        '{external_id}': reference,
        '{id}': { id: clientId },
        both: { ...reference, id: clientId },
      }[how]
      const { data: whole } = (await api.call('GET', `/clients/${clientId}`, { key })).body
      for (const sent of [client, whole]) {
        const strict = { key, headers: { prefer: 'handling=strict' } }
        const made = await api.call('POST', '/matters', { ...strict, body: { title: 'A', client: sent } })
        expect([made.status, made.body.data?.client_id]).toEqual([201, clientId])
        const one = `/matters/${made.body.data.id}`
        const same = await api.call('PATCH', one, { ...strict, body: { client: sent } })
        expect([same.status, same.body.data.updated_at]).toEqual([200, made.body.data.updated_at])
        const { body } = await api.call('POST', '/matters/bulk', {
          ...strict,
          body: { data: [{ external_id: `b-${how}`, title: 'A', client: sent }] },
        })
        expect(body['results']).toMatchObject([{ data: { client_id: clientId } }])
      }
    },
  )

  it('is refused with an external_id and an ID of two records, also in a whole record', async () => {
    const { data: whole } = (await api.call('GET', `/clients/${clientId}`, { key })).body
    for (const client of [
      { external_id: 'c-18', id: clientId },
      { ...whole, external_id: 'c-18' },
    ]) {
      const { status, body } = await put({ external_id: 'm-7', title: 'A', client })
      expect([status, body.details]).toMatchObject([400, [{ field: 'client', code: 'mismatch' }]])
    }
  })

  it('is unlinked with null, by PUT, PATCH and bulk', async () => {
    const strict = { headers: { prefer: 'handling=strict' } }
    const linked = async () => (await put({ external_id: 'm-8', title: 'A', client: reference })).body.data
    const { id, client_id: before } = await linked()
    expect(before).toBe(clientId)
    const upserted = await put({ external_id: 'm-8', client: null }, strict)
    expect([upserted.status, upserted.body.data.client_id, upserted.headers.get('x-ignored-fields')]).toEqual([
      200,
      null,
      null,
    ])
    await linked()
    const patched = await api.call('PATCH', `/matters/${id}`, { key, body: { client: null }, ...strict })
    expect(patched.body.data.client_id).toBeNull()
    await linked()
    const rows = { data: [{ external_id: 'm-8', client: null }] }
    const { body } = await api.call('POST', '/matters/bulk', { key, body: rows, ...strict })
    expect(body['results']).toMatchObject([{ outcome: 'updated', data: { client_id: null } }])
    const both = await put({ external_id: 'm-8', client: null, client_id: null }, strict)
    expect([both.status, both.headers.get('x-ignored-fields')]).toEqual([200, null])
    const entry = { external_id: 't-8', case: { id: matterId }, duration: 1 }
    const time = await api.call('PUT', '/time-entries', { key, body: entry })
    expect(time.body.data.case_id).toBe(matterId)
    const alone = await api.call('PUT', '/time-entries', { key, body: { external_id: 't-8', case: null }, ...strict })
    expect([alone.status, alone.body.data.case_id]).toEqual([200, null])
  })

  it('names a member by the ID, and takes null and a whole user', async () => {
    const { rows } = await api.call('GET', '/users', { key })
    const user = rows[0]
    const made = await api.call('POST', '/matters', { key, body: { title: 'A', responsible_user: { id: user?.id } } })
    expect([made.status, made.body.data['responsible_user_id']]).toEqual([201, user?.id])
    const one = `/matters/${made.body.data.id}`
    const strict = { key, headers: { prefer: 'handling=strict' } }
    const cleared = await api.call('PATCH', one, { ...strict, body: { responsible_user: null } })
    expect(cleared.body.data['responsible_user_id']).toBeNull()
    const whole = await api.call('PATCH', one, { ...strict, body: { responsible_user: user } })
    expect([whole.status, whole.body.data['responsible_user_id']]).toEqual([200, user?.id])
    const stranger = await api.call('PATCH', one, { key, body: { responsible_user: { id: crypto.randomUUID() } } })
    expect(stranger.body.details).toMatchObject([{ field: 'responsible_user_id', code: 'not_found' }])
  })

  it.each([null, { id: 987_654, company_name: 'Roe', created_at: '2026-01-01T00:00:00.000Z', updated_at: null }])(
    'is ignored next to another ID as %j, which expand may have returned',
    async (client) => {
      const reply = await put({ external_id: `ignored`, title: 'A', client, client_id: clientId })
      expect([reply.status < 300, reply.headers.get('x-ignored-fields')]).toEqual([true, 'client'])
      expect(reply.body.data.client_id).toBe(clientId)
      const strict = await put(
        { external_id: `ignored`, client, client_id: clientId },
        { headers: { prefer: 'handling=strict' } },
      )
      expect([strict.status, strict.body.details]).toMatchObject([400, [{ code: 'unknown_field' }]])
    },
  )

  it('comes back expanded without harm: client_id counts', async () => {
    await put({ external_id: 'm-5', title: 'A', client: reference })
    const expand = 'expand=client,responsible_user,originating_user'
    const read = await api.call('GET', `/matters?external_id=m-5&${expand}`, { key })
    const [record] = read.rows
    const same = await put({ ...record }, { headers: { prefer: 'handling=strict' } })
    expect([same.status, same.headers.get('x-ignored-fields')]).toEqual([200, null])
    const {
      client: _client,
      responsible_user: _user,
      originating_user: _other,
      ...rest
    } = record as Record<string, unknown>
    expect(same.body.data).toEqual(rest)
    const moved = await put({ ...record, client_id: null })
    expect([moved.status, moved.body.data.client_id]).toEqual([200, null])
  })

  it('shows a key that may not read matters no more than it sent', async () => {
    const email = await api.account()
    const whole = await api.key({ email })
    await api.call('POST', '/clients', { key: whole, body: { external_id: 'c-17', company_name: 'A' } })
    const blind = await api.key({ email, scopes: ['matters:write'] })
    const { body } = await api.call('POST', '/matters', { key: blind, body: { title: 'A', client: reference } })
    expect(body.data).toMatchObject({ title: 'A', client_id: null })
  })
})

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

  it('may have more fields than its external_id, which are named as ignored', async () => {
    const client = { ...reference, company_name: 'Fern', colour: 'red' }
    const reply = await put({ external_id: 'm-6', title: 'A', client })
    expect([reply.status, reply.body.data.client_id]).toEqual([201, clientId])
    expect(reply.headers.get('x-ignored-fields')).toBe('client.company_name, client.colour')
    const strict = await put({ external_id: 'm-6', client }, { headers: { prefer: 'handling=strict' } })
    const unknown = (field: string) => ({ field, code: 'unknown_field' })
    expect(strict.body.details).toMatchObject([unknown('client.company_name'), unknown('client.colour')])
  })

  it.each([[null], [{ external_id: 'c-18', id: 1 }], [{ id: 1, company_name: 'c-18' }], [{ id: null, email: null }]])(
    'is ignored as %j, which expand may have returned',
    async (client) => {
      const reply = await put({ external_id: `ignored`, title: 'A', client, client_id: clientId })
      expect([reply.status < 300, reply.headers.get('x-ignored-fields')]).toEqual([true, 'client'])
      expect(reply.body.data.client_id).toBe(clientId)
      const strict = await put({ external_id: `ignored`, client }, { headers: { prefer: 'handling=strict' } })
      expect([strict.status, strict.body.details]).toMatchObject([400, [{ code: 'unknown_field' }]])
    },
  )

  it('comes back expanded without harm: client_id counts', async () => {
    await put({ external_id: 'm-5', title: 'A', client: reference })
    const read = await api.call('GET', '/matters?external_id=m-5&expand=client', { key })
    const [record] = read.rows
    expect((await put({ ...record })).body.data).toEqual({ ...record, client: undefined })
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

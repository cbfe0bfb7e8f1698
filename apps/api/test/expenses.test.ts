import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string

beforeAll(async () => {
  api = await startApi()
  key = await api.key()
})
afterAll(() => api.close())

const create = (body: object) => api.call('POST', '/expenses', { key, body })

describe('expenses', () => {
  it('have their defaults, and the client of their matter', async () => {
    const client = (await api.call('POST', '/clients', { key, body: { company_name: 'Hale' } })).body.data['id']
    const body = { title: 'Hale v. Roe', client_id: client }
    const matter = (await api.call('POST', '/matters', { key, body })).body.data['id']
    expect((await create({ case_id: matter, unit_price: 120 })).body.data).toMatchObject({
      case_id: matter,
      client_id: client,
      date: null,
      quantity: 1,
      unit_price: 120,
      kind: 'hard',
      vendor: null,
      code: null,
      is_billable: true,
      status: 'pending',
      user_id: null,
    })
  })

  it.each([
    [{}, 'case_id', 'required'],
    [{ quantity: 2 }, 'case_id', 'required'],
    [{ unit_price: -1 }, 'unit_price', 'out_of_range'],
    [{ unit_price: '1' }, 'unit_price', 'invalid_type'],
    [{ unit_price: 1, quantity: -1 }, 'quantity', 'out_of_range'],
    [{ unit_price: 1, date: '2026-02-30' }, 'date', 'invalid_format'],
    [{ unit_price: 1, kind: 'firm' }, 'kind', 'invalid_value'],
    [{ unit_price: 1, kind: null }, 'kind', 'not_nullable'],
    [{ unit_price: 1, code: 'A101' }, 'code', 'invalid_format'],
    [{ unit_price: 1, code: 'e112' }, 'code', 'invalid_format'],
    [{ unit_price: 1, status: 'open' }, 'status', 'invalid_value'],
    [{ case_id: 99999999999 }, 'case_id', 'not_found'],
  ])('answer 400 to %j', async (body, field, code) => {
    const reply = await create(body)
    expect([reply.status, reply.body['details']]).toEqual([400, [expect.objectContaining({ field, code })]])
  })

  it('take no matter or client of another workspace', async () => {
    const other = await signedInAs(api)
    const { body } = await other.call('POST', '/matters', { body: { title: 'Not yours' } })
    const { status, body: refusal } = await create({ case_id: body.data['id'] })
    expect([status, refusal['details']]).toEqual([
      400,
      [expect.objectContaining({ field: 'case_id', code: 'not_found' })],
    ])
  })

  it('are one record however often and from however many places they are upserted', async () => {
    const upsert = (more: object = {}) =>
      api.call('PUT', '/expenses', {
        key,
        body: { external_id: 'erp-1', description: 'Fee', unit_price: 12.5, ...more },
      })
    const replies = await Promise.all([upsert(), upsert(), upsert()])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
    const again = await upsert({ quantity: 2, code: 'E112' })
    expect(again.body.data).toMatchObject({
      id: replies[0]?.body.data['id'],
      quantity: 2,
      unit_price: 12.5,
      code: 'E112',
    })
    const { body } = await api.call('GET', '/expenses?external_id=erp-1', { key })
    expect(body).toMatchObject({ count: 1 })
  })
})

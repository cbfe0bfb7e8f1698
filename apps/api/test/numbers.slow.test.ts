import { json, text } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { createInvoice, updateInvoiceStatus } from '@matterbase/domain/testing'
import { expenses, matters, operations, timeEntries } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string
let workspaceId: number

beforeAll(async () => {
  api = await startApi()
  const email = await api.account()
  key = await api.key({ email })
  workspaceId = await findWorkspace(api.db, email, 'live')
})
afterAll(() => api.close())

// As they stand in the JSON that is sent.
const exact = ['12.345678', '999999999999.99', '0.1', '0', '1e12', '1e-7', '0.0000000001', '1.50', '1E2']

// Multiplied by a price, which is an amount too: each can be the largest amount, and not both.
const factors = new Set(['duration', 'quantity'])

const resources = [matters, timeEntries, expenses].flatMap(({ path, fields }) => {
  const numeric = Object.entries(fields)
    .filter(([, { input }]) => input.safeParse(12.5).success && !input.safeParse('12.5').success)
    .map(([name]) => name)
  const groups = [numeric.filter((name) => !factors.has(name)), numeric.filter((name) => factors.has(name))]
  return groups.filter(({ length }) => length > 0).map((names) => ({ path, numeric: names }))
})

/** A body in which every numeric member is this number, as text. */
const bodyWith = (numeric: readonly string[], number: string, more: object = {}) =>
  JSON.stringify({ title: 'Numbers', description: 'Numbers', ...more }).replace(
    /\}$/,
    `${numeric.map((name) => `,${JSON.stringify(name)}:${number}`).join('')}}`,
  )

const pick = (record: Readonly<Record<string, unknown>> | undefined, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, record?.[name]]))

it('knows every resource with numbers that callers set', () => {
  const takers = operations.filter(({ body, responses }) => {
    if (!body) return false
    const answered = JSON.stringify(z.toJSONSchema(z.union(Object.values(responses)), { unrepresentable: 'any' }))
    return Object.entries(body.shape).some(
      ([name, schema]) =>
        answered.includes(`"${name}"`) && schema.safeParse(12.5).success && !schema.safeParse({}).success,
    )
  })
  expect(new Set(takers.map(({ path }) => path.split('/')[1]))).toEqual(new Set(resources.map(({ path }) => path)))
})

describe.each(resources)('$path: $numeric', ({ path, numeric }) => {
  it.each(exact)('answers %s as it was sent, however it was sent and wherever it is read', async (number) => {
    const wanted = Object.fromEntries(numeric.map((name) => [name, Number(number)]))
    const send = (method: string, at: string, more?: object) =>
      api.call(method, at, { key, body: bodyWith(numeric, number, more) })
    const expectIn = (record: Readonly<Record<string, unknown>> | undefined) =>
      expect(pick(record, numeric)).toEqual(wanted)

    const posted = await send('POST', `/${path}`)
    expectIn(posted.body.data)
    const put = await send('PUT', `/${path}`, { external_id: `put ${number} ${numeric[0]}` })
    expect([put.status, pick(put.body.data, numeric)]).toEqual([201, wanted])
    const bare = await api.call('POST', `/${path}`, { key, body: bodyWith([], '') })
    const patched = await send('PATCH', `/${path}/${bare.body.data.id}`)
    expectIn(patched.body.data)
    const bulk = await api.call('POST', `/${path}/bulk`, {
      key,
      body: `{"data":[${bodyWith(numeric, number, { external_id: `bulk ${number} ${numeric[0]}` })}]}`,
    })
    const [result] = bulk.body['results'] as readonly { data: { id: number } }[]
    expectIn(result?.data)

    const ids = [posted.body.data.id, put.body.data.id, bare.body.data.id, result?.data.id]
    for (const id of ids) expectIn((await api.call('GET', `/${path}/${id}`, { key })).body.data)
    const { rows } = await api.call('GET', `/${path}?created_since=${posted.body.data.created_at}&limit=200`, { key })
    for (const row of rows) expectIn(row)
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(1))
    // What is stored is what was sent, so sending it again changes nothing.
    const again = await send('PATCH', `/${path}/${put.body.data.id}`)
    expect(again.text).toBe((await api.call('GET', `/${path}/${put.body.data.id}`, { key })).text)
    expect(again.body.data.updated_at).toBe(put.body.data.updated_at)
    expect((await send('PUT', `/${path}`, { external_id: `put ${number} ${numeric[0]}` })).body.data).toEqual(
      put.body.data,
    )
  })

  it.each([
    ['1e400', 'invalid_type'],
    ['-1e400', 'invalid_type'],
    ['-1', 'out_of_range'],
    ['-5e-324', 'out_of_range'],
    ['1000000000000.01', 'out_of_range'],
    ['1e13', 'out_of_range'],
    ['"12"', 'invalid_type'],
    ['"NaN"', 'invalid_type'],
    ['""', 'invalid_type'],
    ['true', 'invalid_type'],
    ['[1]', 'invalid_type'],
    ['{"valueOf":1}', 'invalid_type'],
  ])('answers 400 to %s in each numeric field', async (value, code) => {
    const details = numeric.map((field) => expect.objectContaining({ field, code }))
    const existing = await api.call('POST', `/${path}`, { key, body: bodyWith([], '') })
    const requests = [
      ['POST', `/${path}`, bodyWith(numeric, value)],
      ['PUT', `/${path}`, bodyWith(numeric, value, { external_id: 'bad' })],
      ['PATCH', `/${path}/${existing.body.data.id}`, bodyWith(numeric, value)],
    ] as const
    for (const [method, at, body] of requests) {
      const reply = await api.call(method, at, { key, body })
      expect([reply.status, reply.body.code, reply.body['details']]).toEqual([400, 'validation_failed', details])
    }
    const item = bodyWith(numeric, value, { external_id: 'bad' })
    const bulk = await api.call('POST', `/${path}/bulk`, { key, body: `{"data":[${item}]}` })
    expect(bulk.body['results']).toEqual([expect.objectContaining({ status: 400, details })])
    expect((await api.call('GET', `/${path}?external_id=bad`, { key })).body['count']).toBe(0)
  })

  it.each(['NaN', 'Infinity', '-', '01', '.5', '5.', '0x10', '1_000', '+1'])(
    'answers 400 to %s, which is no JSON',
    async (value) => {
      const reply = await api.call('POST', `/${path}`, { key, body: bodyWith(numeric, value) })
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_json'])
    },
  )

  it.each([
    ['5e-324', 0],
    ['0.30000000000000004', 0.3],
    ['0.11666666666666667', 0.1166666667],
  ])('keeps 10 decimal places of %s', async (sent, kept) => {
    const { body } = await api.call('POST', `/${path}`, { key, body: bodyWith(numeric, sent) })
    expect(pick(body.data, numeric)).toEqual(Object.fromEntries(numeric.map((name) => [name, kept])))
  })

  it('clears a number with null, and takes -0 for 0', async () => {
    const { body } = await api.call('POST', `/${path}`, { key, body: bodyWith(numeric, '-0') })
    expect(pick(body.data, numeric)).toEqual(Object.fromEntries(numeric.map((name) => [name, 0])))
    const cleared = await api.call('PATCH', `/${path}/${body.data.id}`, { key, body: bodyWith(numeric, 'null') })
    // Of what there is without a number there is one.
    const unset = (name: string) => (path === 'expenses' && name === 'quantity' ? 1 : null)
    expect(pick(cleared.body.data, numeric)).toEqual(Object.fromEntries(numeric.map((name) => [name, unset(name)])))
  })
})

it.each(exact)('answers %s in the event of a matter as it was sent', async (number) => {
  const numeric = resources[0]?.numeric ?? []
  const posted = await api.call('POST', '/matters', { key, body: bodyWith(numeric, number) })
  const item = bodyWith(numeric, number, { external_id: `event ${number}` })
  const bulk = await api.call('POST', '/matters/bulk', { key, body: `{"data":[${item}]}` })
  const [result] = bulk.body['results'] as readonly { data: { id: number } }[]
  const ids = [posted.body.data.id, Number(result?.data.id)]
  const events = await api.db.rows({ data: json(z.record(z.string(), z.json())) })`
    SELECT data FROM events WHERE kind = 'matter.created' AND (data->>'id')::int = ANY (${ids})`
  expect(events).toHaveLength(2)
  for (const { data } of events)
    expect(pick(data, numeric)).toEqual(Object.fromEntries(numeric.map((name) => [name, Number(number)])))
})

describe('invoices', () => {
  it.each(exact)('answer %s as it was written, in the event too', async (number) => {
    const total = Number(number)
    const json = await createInvoice(api.db, workspaceId, { number: `2026-${number}`, total })
    const { invoice_id: id } = JSON.parse(json) as { invoice_id: number }
    const unpaid = await api.call('GET', `/invoices/${id}`, { key })
    expect(unpaid.body.data).toMatchObject({ total_amount: total, amount_paid: null })
    await updateInvoiceStatus(api.db, workspaceId, id, 'paid')
    const paid = await api.call('GET', `/invoices/${id}`, { key })
    expect(paid.body.data).toMatchObject({ total_amount: total, amount_paid: total })
    const { rows } = await api.call('GET', `/invoices?updated_since=${unpaid.body.data.updated_at}`, { key })
    expect(rows).toEqual([paid.body.data])
    const [event] = await api.db.rows({ data: text })`
      SELECT data::text AS data FROM events WHERE kind = 'invoice.paid' AND (data->>'invoice_id')::int = ${id}`
    expect(`{"data":${event?.data}}`).toBe(paid.text)
  })
})

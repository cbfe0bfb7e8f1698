import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const outOfRange = (field: string) => [{ field, code: 'out_of_range' }]
const draft = (owner: Member, lines: readonly object[]) => owner.call('POST', '/invoices', { body: { lines } })

describe('an amount is at most 1e12', () => {
  it.each([
    ['a quantity', { quantity: 1e12 + 1, unit_price: 1 }, 'lines[0].quantity'],
    ['a price', { quantity: 1, unit_price: 1e12 + 1 }, 'lines[0].unit_price'],
    ['quantity × price', { quantity: 1e12, unit_price: 1e12 }, 'lines[0].net'],
    ['quantity × price a little', { quantity: 1_000_001, unit_price: 1e6 }, 'lines[0].net'],
    ['quantity × price, with another net', { quantity: 1e12, unit_price: 1e12, net: 1 }, 'lines[0].net'],
  ])('%s of a line beyond it is refused', async (_what, line, field) => {
    const owner = await signedInAs(api)
    const reply = await draft(owner, [{ description: 'Fee', ...line }])
    expect([reply.status, reply.body['details']], reply.text).toMatchObject([400, outOfRange(field)])
    expect((await owner.call('GET', '/invoices')).rows).toEqual([])
  })

  it('a sum of lines, and a sum with tax, beyond it are refused, also in a draft that is changed', async () => {
    const owner = await signedInAs(api)
    const line = { description: 'Fee', net: 1e12 }
    const most = await draft(owner, [line])
    expect([most.status, most.body.data['total_amount']]).toEqual([201, 1e12])
    const path = `/invoices/${String(most.body.data['invoice_id'])}`
    for (const lines of [
      [line, { description: 'Fee', net: 0.01 }],
      [{ ...line, tax_category: 'S', tax_percent: 19 }],
    ]) {
      const made = await draft(owner, lines)
      const changed = await owner.call('PATCH', path, { body: { lines } })
      for (const { status, body } of [made, changed])
        expect([status, body['details']]).toMatchObject([400, outOfRange('lines')])
    }
    expect((await owner.call('GET', path)).body.data).toMatchObject({ total_amount: 1e12 })
  })

  it('hours × rate of time, typed or set for the firm, and pieces × price of expenses beyond it are refused', async () => {
    const owner = await signedInAs(api)
    for (const [path, body, field] of [
      ['/time-entries', { duration: 1e12, hourly_rate: 1e12 }, 'billing_rate'],
      ['/time-entries', { duration: 1_000_001, rate: 1e6 }, 'billing_rate'],
      ['/expenses', { quantity: 1e12, unit_price: 2, description: 'Copies' }, 'unit_price'],
    ] as const) {
      const reply = await owner.call('POST', path, { body })
      expect([reply.status, reply.body['details']]).toMatchObject([400, outOfRange(field)])
    }
    const entry = await owner.call('POST', '/time-entries', { body: { duration: 1e6, hourly_rate: 1e6 } })
    expect(entry.status).toBe(201)
    const more = await owner.call('PATCH', `/time-entries/${entry.body.data.id}`, { body: { duration: 1e6 + 1 } })
    expect([more.status, more.body['details']]).toMatchObject([400, outOfRange('billing_rate')])
    expect((await owner.call('PUT', '/rates', { body: { scope: 'firm', amount: 1e12 } })).status).toBe(200)
    const byFirm = await owner.call('POST', '/time-entries', { body: { duration: 2 } })
    expect([byFirm.status, byFirm.body['details']]).toMatchObject([400, outOfRange('billing_rate')])
  })

  it('a record that is beyond it from an earlier version can still be changed, and does not become more', async () => {
    const owner = await signedInAs(api)
    const { id } = (await owner.call('POST', '/expenses', { body: { quantity: 2, unit_price: 1e6 } })).body.data
    await api.db.run`UPDATE expenses SET quantity = 1e12 WHERE id = ${id}`
    const path = `/expenses/${id}`
    expect((await owner.call('PATCH', path, { body: { description: 'Copies' } })).status).toBe(200)
    expect((await owner.call('PATCH', path, { body: { unit_price: 2e6 } })).status).toBe(400)
    expect((await owner.call('PATCH', path, { body: { unit_price: 1 } })).status).toBe(200)
  })
})

it('payments, refunds, credits and rates are more than 0 or not less, at most 1e12, and kept to 10 decimal places', async () => {
  const owner = await signedInAs(api)
  const pay = (amount: number, key = crypto.randomUUID()) =>
    owner.call('POST', '/payments', { body: { key, client_id: null, amount, paid_on: '2026-03-14', allocations: [] } })
  for (const amount of [0, -1, 1e12 + 1, 1e-11]) {
    const { status, body } = await pay(amount)
    expect([amount, status, body['details']]).toMatchObject([amount, 400, outOfRange('amount')])
  }
  await owner.call('PUT', '/rates', { body: { scope: 'firm', amount: 0.1 + 0.2 } })
  expect((await owner.call('GET', '/rates')).rows).toMatchObject([{ amount: 0.3 }])
  const tooHigh = await owner.call('PUT', '/rates', { body: { scope: 'firm', amount: 1e12 + 1 } })
  expect(tooHigh.body['details']).toMatchObject(outOfRange('amount'))
})

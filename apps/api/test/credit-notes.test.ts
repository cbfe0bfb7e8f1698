import { randomUUID } from 'node:crypto'
import { randomly } from '@matterbase/domain/testing'
import { decimalOf, sumOf, unitsOf } from '@matterbase/schemas/decimal'
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

async function invoice(owner: Member, lines: readonly object[], currency: string | null = null) {
  const made = await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })
  const clientId = made.body.data.id
  const draft = await owner.call('POST', '/invoices', { body: { client_user_id: clientId, currency, lines } })
  expect(draft.status, draft.text).toBe(201)
  const id = Number(draft.body.data['invoice_id'])
  expect((await owner.call('POST', `/invoices/${id}/issue`, { body: {} })).status).toBe(200)
  return { id, clientId, total: Number(draft.body.data['total_amount']) }
}

const taxed = (net: number, percent = 20) => ({
  description: 'Fee',
  net,
  tax_category: percent === 0 ? 'Z' : 'S',
  tax_percent: percent,
})
const credit = (owner: Member, id: number, lines?: readonly { line: number; net: number }[]) =>
  owner.call('POST', `/invoices/${id}/credit-notes`, { body: lines ? { lines } : {} })
const pay = (owner: Member, clientId: number, amount: number) =>
  owner.call('POST', '/payments', {
    body: { key: randomUUID(), client_id: clientId, amount, paid_on: '2026-04-01' },
  })
const refund = (owner: Member, clientId: number, amount: number, currency: string | null = null) =>
  owner.call('POST', '/refunds', {
    body: { key: randomUUID(), client_id: clientId, amount, currency, paid_on: '2026-05-01' },
  })
const settlement = async (owner: Member, id: number) => (await owner.call('GET', `/invoices/${id}/settlement`)).body
const setStatus = (owner: Member, id: number, status: string) =>
  owner.call('PUT', `/invoices/${id}/status`, { body: { status } })
const notesOf = async (owner: Member, id: number) =>
  (await owner.call('GET', `/credit-notes?invoice_id=${id}&limit=200`)).rows
const total = (rows: readonly Record<string, unknown>[], what: string) =>
  rows.map((row) => decimalOf(unitsOf(Number(row[what]).toFixed(10), 10), 10)).reduce(sumOf, '0')

describe('credit notes for all of an invoice', () => {
  it('of a hundred parts come to the invoice, with its tax, and leave nothing to pay back beyond what was paid', async () => {
    const owner = await signedInAs(api)
    const { id, clientId } = await invoice(owner, [taxed(3)])
    await pay(owner, clientId, 3.6)
    for (let at = 0; at < 100; at++) expect((await credit(owner, id, [{ line: 0, net: 0.03 }])).status).toBe(201)
    expect((await credit(owner, id, [{ line: 0, net: 0.01 }])).status).toBe(400)
    const notes = await notesOf(owner, id)
    expect([notes.length, Number(total(notes, 'total_amount')), Number(total(notes, 'tax_amount'))]).toEqual([
      100, 3.6, 0.6,
    ])
    expect((await settlement(owner, id))['client_credit']).toBe(3.6)
    expect((await refund(owner, clientId, 3.61)).status).toBe(400)
    expect((await refund(owner, clientId, 3.6)).status).toBe(201)
  })

  // More of these, without a server: packages/domain/test/credited-taxes.test.ts.
  it.each([
    ['JPY', 0],
    ['EUR', 2],
    ['KWD', 3],
  ] as const)('of any parts add up to it in %s', async (currency, digits) => {
    const owner = await signedInAs(api)
    const next = randomly(digits + 7)
    const unit = 10 ** -digits
    for (let round = 0; round < 6; round++) {
      const lines = Array.from({ length: 1 + next(3) }, () => ({
        description: 'Fee',
        quantity: 1 + next(5),
        unit_price: Number((1 + next(400) * unit).toFixed(digits)),
        discount_percent: next(30),
        tax_category: 'S',
        tax_percent: [5.5, 10, 19][next(3)],
      }))
      const { id, total: whole } = await invoice(owner, lines, currency)
      const { rows } = await owner.call('GET', `/invoices/${id}/lines`)
      const parts = rows.flatMap(({ net }, line) => {
        const all = unitsOf(Number(net).toFixed(digits), digits)
        const first = BigInt(next(Number(all)))
        return [first, all - first]
          .filter((part) => part > 0n)
          .map((part) => ({ line, net: Number(decimalOf(part, digits)) }))
      })
      while (parts.length > 0) expect((await credit(owner, id, parts.splice(next(parts.length), 1))).status).toBe(201)
      const notes = await notesOf(owner, id)
      expect(unitsOf(total(notes, 'total_amount'), digits)).toBe(unitsOf(whole.toFixed(digits), digits))
      expect(await settlement(owner, id)).toMatchObject({ owed: 0, client_credit: 0, credited: whole })
      // All of it is credited and none was paid: the invoice has ended.
      expect((await credit(owner, id, [{ line: 0, net: unit }])).status).toBe(409)
    }
  })

  it('are one, when they are made at the same time', async () => {
    const owner = await signedInAs(api)
    const { id, clientId } = await invoice(owner, [taxed(100)])
    await pay(owner, clientId, 120)
    const halves = await Promise.all(Array.from({ length: 6 }, () => credit(owner, id, [{ line: 0, net: 50 }])))
    expect(halves.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400, 400, 400])
    expect(await settlement(owner, id)).toMatchObject({ client_credit: 120 })
  })
})

describe('what a client is paid back', () => {
  it('is no credit for what was written off', async () => {
    const owner = await signedInAs(api)
    const { id, clientId } = await invoice(owner, [{ description: 'Fee', net: 100 }])
    await pay(owner, clientId, 40)
    expect((await owner.call('POST', `/invoices/${id}/write-off`, { body: {} })).status).toBe(200)
    expect((await credit(owner, id, [{ line: 0, net: 50 }])).status).toBe(201)
    expect(await settlement(owner, id)).toMatchObject({ owed: 0, written_off: 10, credited: 50, client_credit: 0 })
    expect((await credit(owner, id, [{ line: 0, net: 50 }])).status).toBe(201)
    expect(await settlement(owner, id)).toMatchObject({ owed: 0, written_off: 0, credited: 60, client_credit: 40 })
    expect((await refund(owner, clientId, 40.01)).status).toBe(400)
    expect((await refund(owner, clientId, 40)).status).toBe(201)
  })

  it('is nothing of a payment that was reversed, whichever comes first', async () => {
    const owner = await signedInAs(api)
    const [first, second] = [await invoice(owner, [taxed(100)]), await invoice(owner, [taxed(100)])]
    const payment = (await pay(owner, first.clientId, 120)).body.data.id
    await credit(owner, first.id)
    expect((await owner.call('DELETE', `/payments/${payment}`)).status).toBe(200)
    const refused = await refund(owner, first.clientId, 120)
    expect([refused.status, refused.body['details']]).toMatchObject([400, [{ field: 'amount', code: 'too_much' }]])

    const other = (await pay(owner, second.clientId, 120)).body.data.id
    await credit(owner, second.id)
    const back = (await refund(owner, second.clientId, 120)).body.data.id
    const kept = await owner.call('DELETE', `/payments/${other}`)
    expect([kept.status, kept.body['details']]).toMatchObject([409, [{ code: 'refunded' }]])
    await owner.call('DELETE', `/refunds/${back}`)
    expect((await owner.call('DELETE', `/payments/${other}`)).status).toBe(200)
  })

  it('can be what an invoice was marked paid with, which then stays paid', async () => {
    const owner = await signedInAs(api)
    const { id, clientId } = await invoice(owner, [taxed(100)])
    expect((await setStatus(owner, id, 'paid')).status).toBe(200)
    await credit(owner, id)
    const back = (await refund(owner, clientId, 120)).body.data.id
    const refused = await setStatus(owner, id, 'sent')
    expect([refused.status, refused.body['details']]).toMatchObject([409, [{ field: 'status', code: 'refunded' }]])
    expect((await owner.call('GET', `/invoices/${id}`)).body.data).toMatchObject({ status: 'paid' })
    await owner.call('DELETE', `/refunds/${back}`)
    expect((await setStatus(owner, id, 'sent')).status).toBe(200)
    expect((await refund(owner, clientId, 120)).status).toBe(400)
  })
})

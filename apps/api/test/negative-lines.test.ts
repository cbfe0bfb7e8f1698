import { randomUUID } from 'node:crypto'
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

const standard = { tax_category: 'S', tax_percent: 19 }
const zero = { tax_category: 'Z', tax_percent: 0 }

async function firm() {
  const owner = await signedInAs(api)
  const client = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data
  const draft = (lines: readonly object[]) =>
    owner.call('POST', '/invoices', { body: { client_user_id: client.id, currency: 'EUR', lines } })
  const invoice = async (lines: readonly object[]) => {
    const made = await draft(lines)
    expect(made.status, made.text).toBe(201)
    const id = Number(made.body.data['invoice_id'])
    expect((await owner.call('POST', `/invoices/${id}/issue`, { body: {} })).status).toBe(200)
    return id
  }
  return { owner, clientId: client.id, draft, invoice }
}

const credit = (owner: Member, id: number, lines?: readonly object[]) =>
  owner.call('POST', `/invoices/${id}/credit-notes`, { body: lines ? { lines } : {} })
const settlement = async (owner: Member, id: number) => (await owner.call('GET', `/invoices/${id}/settlement`)).body
const read = async (owner: Member, id: number) => (await owner.call('GET', `/invoices/${id}`)).body.data

describe('a line below 0', () => {
  it.each([
    ['a lump discount', [{ description: 'Discount', net: -50, ...standard }], 178.5],
    ['an advance', [{ description: 'Advance', quantity: 2, unit_price: -50.005, ...standard }], 118.99],
    ['an advance of another tax', [{ description: 'Advance', net: -50, ...zero }], 188],
    ['all of it', [{ description: 'Goodwill', net: -200, ...standard }], 0],
  ])('takes %s off the invoice, with its tax', async (_what, off, total) => {
    const { owner, invoice } = await firm()
    const id = await invoice([{ description: 'Fee', net: 200, ...standard }, ...off])
    expect(await read(owner, id)).toMatchObject({ total_amount: total, open_amount: total })
    const pdf = await owner.call('GET', `/invoices/${id}/file`)
    expect(pdf.status).toBe(200)
  })

  it('does not take the invoice below 0, or a discount of its own', async () => {
    const { draft } = await firm()
    const below = await draft([
      { description: 'Fee', net: 10, ...standard },
      { description: 'Advance', net: -10.01, ...standard },
    ])
    expect([below.status, below.body['details']]).toMatchObject([400, [{ field: 'lines', code: 'negative_total' }]])
    const twice = await draft([{ description: 'Off', quantity: 1, unit_price: -10, discount_percent: 5 }])
    expect([twice.status, twice.body['details']]).toMatchObject([400, [{ field: 'lines[0].discount_percent' }]])
    const huge = await draft([{ description: 'Off', net: -1e13 }])
    expect(huge.status).toBe(400)
  })

  it('is credited with the sign that it has, and all parts come to the invoice', async () => {
    const { owner, clientId, invoice } = await firm()
    const id = await invoice([
      { description: 'Fee', net: 200, ...standard },
      { description: 'Advance', net: -50, ...zero },
    ])
    const allocations = [{ invoice_id: id, amount: 188 }]
    const body = { key: randomUUID(), client_id: clientId, amount: 188, paid_on: '2026-04-01', allocations }
    expect((await owner.call('POST', '/payments', { body })).status).toBe(201)
    expect((await credit(owner, id, [{ line: 1, net: 50 }])).body['details']).toMatchObject([{ field: 'lines[0].net' }])
    expect((await credit(owner, id, [{ line: 1, net: -50 }])).status).toBe(400)
    expect((await credit(owner, id, [{ line: 0, net: 33.33 }])).status).toBe(201)
    expect((await settlement(owner, id))['credited_taxes']).toEqual([
      { category: 'S', percent: '19', base: '33.33', tax: '6.33' },
    ])
    const rest = [
      { line: 0, net: 166.67 },
      { line: 1, net: -50 },
    ]
    expect((await credit(owner, id, rest)).status).toBe(201)
    expect(await settlement(owner, id)).toMatchObject({ client_credit: 188 })
    expect((await credit(owner, id, [{ line: 0, net: 0.01 }])).status).toBe(400)
  })

  it('is credited with all of the invoice', async () => {
    const { owner, invoice } = await firm()
    const id = await invoice([
      { description: 'Fee', net: 200, ...standard },
      { description: 'Advance', net: -50, ...zero },
    ])
    expect((await credit(owner, id)).status).toBe(201)
    expect(await read(owner, id)).toMatchObject({ open_amount: 0, credited_amount: 188 })
  })
})

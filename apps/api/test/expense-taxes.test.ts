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

const vat = { name: 'VAT', category: 'S', percent: 19 }
const onBehalf = { name: 'On behalf', category: 'E', percent: 0, reason: 'Paid on behalf', is_for_hard_costs: true }

async function firm(taxes: readonly object[]) {
  const owner = await signedInAs(api)
  expect((await owner.call('PUT', '/tax-rates', { body: { data: taxes } })).status).toBe(200)
  const client = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data
  const expense = async (more: object = {}) => {
    const body = { client_id: client.id, description: 'Court fee', unit_price: 100, ...more }
    return (await owner.call('POST', '/expenses', { body })).body.data.id
  }
  return { owner, clientId: client.id, expense }
}

const setTax = (owner: Member, id: number, tax: object | null) =>
  owner.call('PUT', `/expenses/${id}/tax`, { body: { tax } })

/** What the expenses are taxed with where the lines say nothing, and what the unbilled list proposes. */
async function taxesOf(owner: Member, clientId: number, ids: readonly number[]) {
  const { expenses } = (await owner.call('GET', `/unbilled-time/${clientId}`)).body as { expenses?: object[] }
  const lines = ids.map((id) => ({ expense_id: id }))
  const draft = await owner.call('POST', '/invoices', { body: { client_user_id: clientId, lines } })
  const { rows } = await owner.call('GET', `/invoices/${String(draft.body.data['invoice_id'])}/lines`)
  const brief = (all: readonly Record<string, unknown>[]) =>
    all.map((one) => `${String(one['tax_category'])} ${String(one['tax_percent'])}`)
  expect(brief(expenses as Record<string, unknown>[])).toEqual(brief(rows))
  return { taxes: brief(rows), total: draft.body.data['total_amount'] }
}

describe('the tax of an expense', () => {
  it('is the one for hard costs, for costs paid to others; the first one for the firm’s own', async () => {
    const { owner, clientId, expense } = await firm([vat, onBehalf])
    const ids = [await expense(), await expense({ kind: 'soft' })]
    expect(await taxesOf(owner, clientId, ids)).toEqual({ taxes: ['E 0', 'S 19'], total: 219 })
  })

  it('is the first one where none is for hard costs', async () => {
    const { owner, clientId, expense } = await firm([vat, { ...onBehalf, is_for_hard_costs: false }])
    expect(await taxesOf(owner, clientId, [await expense()])).toEqual({ taxes: ['S 19'], total: 119 })
  })

  it('is its own where it has one, until that is taken away', async () => {
    const { owner, clientId, expense } = await firm([vat, onBehalf])
    const [taxed, free, back] = [await expense(), await expense({ kind: 'soft' }), await expense()]
    expect((await owner.call('GET', `/expenses/${taxed}/tax`)).body.data).toBeNull()
    expect((await setTax(owner, taxed, { category: 'S', percent: 19 })).status).toBe(200)
    expect((await setTax(owner, free, { category: 'E', percent: 0 })).status).toBe(200)
    await setTax(owner, back, { category: 'S', percent: 19 })
    await setTax(owner, back, null)
    expect((await owner.call('GET', `/expenses/${taxed}/tax`)).body.data).toEqual({ category: 'S', percent: 19 })
    expect(await taxesOf(owner, clientId, [taxed, free, back])).toMatchObject({ taxes: ['S 19', 'E 0', 'E 0'] })
  })

  it('is refused for what is no tax, by who may not write, and of what is not there', async () => {
    const { owner, expense } = await firm([vat])
    const id = await expense()
    expect((await setTax(owner, id, { category: 'E', percent: 19 })).status).toBe(400)
    expect((await setTax(owner, 987_654, null)).status).toBe(404)
    const reader = await signedInAs(api, 'read-only', owner.account)
    expect((await setTax(reader, id, null)).status).toBe(403)
    const twice = await owner.call('PUT', '/tax-rates', {
      body: { data: [{ ...vat, is_for_hard_costs: true }, onBehalf] },
    })
    expect([twice.status, twice.body['details']]).toMatchObject([400, [{ field: 'data[1].is_for_hard_costs' }]])
  })
})

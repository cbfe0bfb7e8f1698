import { randomUUID } from 'node:crypto'
import { decimalOf } from '@matterbase/schemas/decimal'
import { expect } from 'vitest'
import type { Member } from './dash-browser.ts'

// Random invoices, and what can become of them: payments, credit notes, refunds, write-offs and voids.

/** The day on which all are issued, and the day of later changes. */
export const [issued, day] = ['2026-03-31', '2026-04-01']

export const firm = {
  legal_name: 'Hale & Partner mbB',
  street: 'Friedrichstr. 12',
  postal_code: '10117',
  city: 'Berlin',
  country: 'DE',
  vat_id: 'DE123456789',
  tax_number: '30/123/45678',
  contact_name: 'Ada Hale',
  phone: '+49 30 1234567',
  email: 'ada@hale.example',
  iban: 'DE89370400440532013000',
  payment_days: 14,
}
const address = { street: 'Hauptstr. 1', postal_code: '50667', city: 'Köln', country: 'DE', vat_id: 'DE987654321' }
const references = { buyer_reference: '04011000-12345-67', electronic_address: '0204:04011000-12345-67' }
const taxes = [
  { tax_category: 'S', tax_percent: 19 },
  { tax_category: 'S', tax_percent: 7 },
  { tax_category: 'Z', tax_percent: 0 },
  { tax_category: 'E', tax_percent: 0 },
  { tax_category: 'AE', tax_percent: 0 },
]
export const reasons = {
  data: [
    { name: 'Standard', category: 'S', percent: 19 },
    { name: 'Exempt', category: 'E', percent: 0, reason: 'Exempt' },
    { name: 'Reverse charge', category: 'AE', percent: 0, reason: 'Reverse charge' },
  ],
}

export interface Book {
  readonly owner: Member
  readonly key: string
  readonly currency: string
  readonly digits: number
  readonly next: (below: number) => number
}

const money = (units: number, digits: number) => Number(decimalOf(BigInt(units), digits))

/** Issues an invoice of a client of its own, with lines of any tax, discount and price. */
export async function createRandomInvoice({ owner, next, currency }: Book) {
  const created = await owner.call('POST', '/clients', { body: { company_name: 'Roe AG', ...address, ...references } })
  expect(created.status, created.text).toBe(201)
  const { data: client } = created.body
  const matter = await owner.call('POST', '/matters', { body: { title: 'Roe ./. Hale', client_id: client.id } })
  const caseId = matter.body.data.id
  await owner.call('PATCH', `/matters/${caseId}/billing`, { body: { client_matter_id: 'CL-9' } })
  // Lines that are not subject to tax need an invoice of their own.
  const isOutside = next(8) === 0
  const lines = Array.from({ length: 1 + next(5) }, () => ({
    description: 'Fee',
    quantity: (1 + next(800)) / 100,
    unit_price: money(1 + next(400_000), 3),
    ...(next(3) === 0 && { discount_percent: 1 + next(40) }),
    ...(isOutside ? { tax_category: 'O', tax_percent: 0 } : taxes[next(taxes.length)]),
  }))
  const body = { client_user_id: client.id, case_id: caseId, currency, lines }
  const draft = await owner.call('POST', '/invoices', { body })
  expect(draft.status, draft.text).toBe(201)
  const id = Number(draft.body.data['invoice_id'])
  expect((await owner.call('POST', `/invoices/${id}/issue`, { body: { issue_date: issued } })).status).toBe(200)
  return { id, clientId: client.id, count: lines.length }
}

/** A random change of an invoice. A refused change leaves it as it was. */
export async function changeRandomly(
  { owner, next, digits, currency }: Book,
  { id, clientId, count }: Awaited<ReturnType<typeof createRandomInvoice>>,
) {
  const { data: invoice } = (await owner.call('GET', `/invoices/${id}`)).body
  const open = Number(invoice['open_amount'])
  const kind = next(7)
  if (kind <= 1) {
    const amount = money(1 + next(Math.round(open * 1.2 * 10 ** digits) + 1), digits)
    const share = Math.min(amount, open)
    const allocations = share > 0 ? [{ invoice_id: id, amount: share }] : []
    const body = { key: randomUUID(), client_id: clientId, amount, paid_on: day, allocations }
    return owner.call('POST', '/payments', { body })
  }
  if (kind === 2) return owner.call('POST', `/invoices/${id}/credit-notes`, { body: {} })
  if (kind === 3) {
    const line = next(count)
    return owner.call('POST', `/invoices/${id}/credit-notes`, {
      body: { lines: [{ line, net: money(1 + next(2_000), digits) }] },
    })
  }
  if (kind === 4) return owner.call('POST', `/invoices/${id}/write-off`, { body: { reason: 'Goodwill' } })
  if (kind === 5) return owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'cancelled' } })
  const body = {
    key: randomUUID(),
    client_id: clientId,
    amount: money(1 + next(5_000), digits),
    currency,
    paid_on: day,
  }
  return owner.call('POST', '/refunds', { body })
}

import { randomUUID } from 'node:crypto'
import { randomly } from '@matterbase/domain/testing'
import { decimalOf, isNegative, sumOf, unitsOf } from '@matterbase/schemas/decimal'
import { digitsOf } from '@matterbase/schemas/writing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

// Whatever becomes of an invoice, no coin is lost or made: 150 invoices with payments, credit notes, write-offs, refunds,
// and payments and refunds that are taken back, in random order.

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const perCurrency = 50
const rates = [
  { tax_category: 'S', tax_percent: 19 },
  { tax_category: 'S', tax_percent: 5.5 },
  { tax_category: 'Z', tax_percent: 0 },
]
const day = '2026-04-01'

interface Case {
  readonly owner: Member
  readonly next: (below: number) => number
  readonly currency: string
  readonly digits: number
  readonly clientId: number
  readonly id: number
  readonly lines: readonly { readonly net: number }[]
}

type Row = Readonly<Record<string, unknown>>

const money = (units: number, digits: number) => Number(decimalOf(BigInt(units), digits))

async function made(owner: Member, next: Case['next'], currency: string): Promise<Case> {
  const digits = digitsOf(currency)
  const client = await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })
  const lines = Array.from({ length: 1 + next(3) }, () => ({
    description: 'Fee',
    net: money(1 + next(10 ** (1 + next(5))), digits),
    ...rates[next(rates.length)],
  }))
  const [first] = lines
  const off = { ...first, description: 'Discount', net: -money(1, digits) }
  const body = {
    client_user_id: client.body.data.id,
    currency,
    lines: next(3) === 0 && first ? [...lines, off] : lines,
  }
  const draft = await owner.call('POST', '/invoices', { body })
  expect(draft.status, draft.text).toBe(201)
  const id = Number(draft.body.data['invoice_id'])
  expect((await owner.call('POST', `/invoices/${id}/issue`, { body: {} })).status).toBe(200)
  return { owner, next, currency, digits, clientId: client.body.data.id, id, lines: body.lines }
}

const read = async ({ owner, id }: Case): Promise<Row> => (await owner.call('GET', `/invoices/${id}`)).body.data
const listed = async ({ owner, clientId }: Case, path: string): Promise<readonly Row[]> =>
  (await owner.call('GET', `/${path}?client_id=${clientId}&limit=200`)).rows

/** What can happen to an invoice. Each may be refused; none may leave sums that do not add up. */
const moves: readonly ((of: Case) => Promise<unknown>)[] = [
  async (of) => {
    const open = Number((await read(of))['open_amount'])
    // Now and then more than is owed.
    const amount = money(1 + of.next(Math.round(open * 1.3 * 10 ** of.digits) + 1), of.digits)
    const share = Math.min(amount, open)
    const allocations = share > 0 ? [{ invoice_id: of.id, amount: share }] : []
    const body = { key: randomUUID(), client_id: of.clientId, amount, paid_on: day, allocations }
    return of.owner.call('POST', '/payments', { body })
  },
  async ({ owner, next, digits, id, lines }) => {
    const line = next(lines.length)
    const units = Math.round((lines[line]?.net ?? 0) * 10 ** digits)
    const net = Math.sign(units) * money(1 + next(Math.abs(units)), digits)
    return owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line, net }] } })
  },
  ({ owner, id }) => owner.call('POST', `/invoices/${id}/credit-notes`, { body: {} }),
  ({ owner, id }) => owner.call('POST', `/invoices/${id}/write-off`, { body: { reason: 'Goodwill' } }),
  ({ owner, id }) => owner.call('POST', `/invoices/${id}/spend-credit`),
  async ({ owner, next, digits, currency, clientId }) => {
    const { credits } = (await owner.call('GET', `/clients/${clientId}/credit`)).body as {
      credits?: { amount: number }[]
    }
    const most = Math.round((credits?.[0]?.amount ?? 0) * 10 ** digits)
    const body = {
      key: randomUUID(),
      client_id: clientId,
      amount: money(1 + next(most + 1), digits),
      currency,
      paid_on: day,
    }
    return owner.call('POST', '/refunds', { body })
  },
  async (of) => {
    const payments = await listed(of, 'payments')
    const ids = [0, ...payments.map((payment) => Number(payment['id']))]
    return of.owner.call('DELETE', `/payments/${ids[of.next(ids.length)]}`)
  },
  async ({ owner, clientId, next }) => {
    const { refunds } = (await owner.call('GET', `/clients/${clientId}/credit`)).body as { refunds?: { id: number }[] }
    return owner.call('DELETE', `/refunds/${refunds?.[next((refunds.length || 0) + 1)]?.id ?? 0}`)
  },
]

/** Sums in the smallest coin, so that nothing is rounded on the way. */
async function requireSums(of: Case) {
  const { digits } = of
  const units = (value: unknown) => unitsOf(Number(value ?? 0).toFixed(10), digits)
  const sum = (rows: readonly Row[], name: string) => rows.reduce((total, row) => total + units(row[name]), 0n)
  const nested = (rows: readonly Row[], name: string) => rows.flatMap((row) => row[name] as Row[])
  const invoice = await read(of)
  const settlement = (await of.owner.call('GET', `/invoices/${of.id}/settlement`)).body
  const [payments, notes] = [await listed(of, 'payments'), await listed(of, 'credit-notes')]
  const parts = ['open_amount', 'credited_amount', 'written_off_amount', 'amount_paid']
  expect(parts.reduce((total, name) => total + units(invoice[name]), 0n)).toBe(units(invoice['total_amount']))
  for (const name of parts) expect(units(invoice[name]) >= 0n).toBe(true)
  const all = [...payments, ...notes]
  const given = sum(payments, 'amount') + sum(notes, 'total_amount')
  const [used, back] = [nested(all, 'allocations'), nested(all, 'refunds')]
  const credit = sum(all, 'unallocated_amount')
  expect(given).toBe(sum(used, 'amount') + sum(back, 'amount') + credit)
  expect(units(settlement['client_credit'])).toBe(credit)
  expect(sum(used, 'amount')).toBe(units(invoice['amount_paid']) + units(invoice['credited_amount']))
  expect(sum(back, 'amount') <= sum(payments, 'amount')).toBe(true)
  expect(sum(notes, 'total_amount') <= units(invoice['total_amount'])).toBe(true)
  await requireTaxes(of, settlement)
}

/** By tax, no more is credited than was invoiced, and where all of a base is, all of its tax is too. */
async function requireTaxes({ owner, id, digits }: Case, settlement: Row) {
  const { taxes } = (await owner.call('GET', `/invoices/${id}/lines`)).body as unknown as { taxes: Row[] }
  const credited = settlement['credited_taxes'] as Record<'category' | 'percent' | 'base' | 'tax', string>[]
  for (const { category, percent, base, tax } of credited) {
    const of = taxes.find((one) => one['category'] === category && one['percent'] === Number(percent))
    const [wholeBase, wholeTax] = [of?.['base'], of?.['tax']].map((value) => unitsOf(Number(value).toFixed(10), digits))
    if (wholeBase === undefined || wholeTax === undefined) throw new Error('A tax is credited that is not invoiced')
    expect(isNegative(sumOf(decimalOf(wholeBase, digits), `-${base}`))).toBe(false)
    expect(unitsOf(tax, digits) <= wholeTax).toBe(true)
    if (unitsOf(base, digits) === wholeBase) expect(unitsOf(tax, digits)).toBe(wholeTax)
  }
}

it.each([
  ['JPY', 1],
  ['EUR', 2],
  ['KWD', 3],
])('adds up in %s, whatever becomes of an invoice', async (currency, seed) => {
  const owner = await signedInAs(api)
  const next = randomly(seed)
  // What is paid for no invoice is in the currency of the firm.
  expect((await owner.call('PATCH', '/firm', { body: { currency } })).status).toBe(200)
  for (let count = 0; count < perCurrency; count++) {
    const of = await made(owner, next, currency)
    for (let steps = 2 + next(6); steps > 0; steps--) {
      await moves[next(moves.length)]?.(of)
      if (next(4) === 0) await requireSums(of)
    }
    await requireSums(of)
  }
})

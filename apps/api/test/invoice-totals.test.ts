import { randomly } from '@matterbase/domain/testing'
import { decimalOf } from '@matterbase/schemas/decimal'
import { invoiceTotals, lineNet } from '@matterbase/schemas/invoice-totals'
import type { TypedLine } from '@matterbase/schemas/invoice-totals'
import { digitsOf } from '@matterbase/schemas/writing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const taxes = ['S 19', 'S 7', 'S 2.5', 'E 0', 'Z 0']
const next = randomly(7)
const pick = <T>(from: readonly T[]) => from[next(from.length)] as T
/** Up to `most` units of a random number of decimal places. */
const decimal = (most: number, places: number) => decimalOf(BigInt(next(most)), next(places + 1))

function randomLine(digits: number): TypedLine {
  return {
    quantity: decimal(10_000, 4),
    unit_price: decimal(1_000_000, 4),
    discount_percent: pick(['', '', '5', '12.5', '33.33', '100']),
    // Every eighth line is a discount or fee of its own.
    net: next(8) === 0 ? decimalOf(BigInt(next(100_000) - 50_000), digits) : '',
    tax: pick(taxes),
  }
}

const toBody = ({ tax, net, ...figures }: TypedLine) => {
  const [category, percent] = tax.split(' ')
  const { quantity, unit_price, discount_percent } = figures
  return {
    description: 'Fee',
    quantity: Number(quantity),
    unit_price: Number(unit_price),
    discount_percent: discount_percent === '' ? null : Number(discount_percent),
    net: net === '' ? null : Number(net),
    tax_category: category,
    tax_percent: Number(percent),
  }
}

interface Content {
  readonly data: readonly { readonly net: number }[]
  readonly taxes: readonly { readonly percent: number; readonly tax: number }[]
}

const sorted = (all: readonly { readonly percent: number; readonly tax: number }[]) =>
  all.filter(({ percent }) => percent > 0).toSorted((a, b) => a.percent - b.percent)

it('the browser computes the amounts, taxes and total of 150 random invoices as PostgreSQL does', async () => {
  const owner = await signedInAs(api)
  const client = await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })
  let created = 0
  while (created < 150) {
    const currency = pick(['JPY', 'EUR', 'KWD'])
    const digits = digitsOf(currency)
    const lines = Array.from({ length: 1 + next(12) }, () => randomLine(digits))
    const preview = invoiceTotals(lines, digits)
    const body = { client_user_id: client.body.data.id, currency, lines: lines.map(toBody) }
    const draft = await owner.call('POST', '/invoices', { body })
    if (Number(preview.total) < 0) {
      expect(draft.body['code'], draft.text).toBe('validation_failed')
      continue
    }
    expect(draft.status, draft.text).toBe(201)
    const invoice = draft.body.data
    const content = (await owner.call('GET', `/invoices/${String(invoice['invoice_id'])}/lines`))
      .body as unknown as Content
    expect({
      lines: lines.map((line) => Number(lineNet(line, digits))),
      taxes: sorted(preview.taxes.map(({ percent, tax }) => ({ percent: Number(percent), tax: Number(tax) }))),
      total: Number(preview.total),
    }).toEqual({
      lines: content.data.map(({ net }) => net),
      taxes: sorted(content.taxes.map(({ percent, tax }) => ({ percent, tax }))),
      total: invoice['total_amount'],
    })
    created++
  }
})

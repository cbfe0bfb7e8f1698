import { decimalOf, percentOf, productOf, unitsOf } from '@matterbase/schemas/decimal'
import { digitsOf } from '@matterbase/schemas/writing'
import type { FrozenInvoice, FrozenLine, FrozenTax } from '../billing/frozen/frozen-invoice.ts'
import { randomly } from './randomly.ts'

interface Given extends Partial<Omit<FrozenInvoice, 'taxes' | 'totals' | 'digits'>> {
  readonly currency: string
  readonly lines: readonly FrozenLine[]
}

/** An invoice with these lines, whose taxes and totals are reckoned as the standards say it. */
export function frozen(given: Given): FrozenInvoice {
  const digits = digitsOf(given.currency)
  const taxes = taxesOf(given.lines, digits)
  const sum = (decimals: readonly string[]) => decimals.reduce((total, decimal) => total + unitsOf(decimal, digits), 0n)
  const [net, tax] = [sum(given.lines.map((one) => one.net)), sum(taxes.map((one) => one.tax))]
  return {
    kind: 'invoice',
    environment: 'live',
    number: '2026-0042',
    issued: '2026-11-22',
    due: '2026-12-06',
    period: { from: '2026-11-02', to: '2026-11-20' },
    locale: 'en-GB',
    seller: {
      name: 'Hale & Partner mbB',
      street: 'Friedrichstraße 12',
      postalCode: '10117',
      city: 'Berlin',
      region: null,
      country: 'DE',
      taxNumber: '30/123/45678',
      vatId: 'DE123456789',
      contactName: 'Ada Hale',
      phone: '+49 30 1234567',
      email: 'rechnung@hale.example',
      website: 'https://www.hale.example/',
      logo: null,
    },
    buyer: {
      id: 7,
      name: 'Bäckerei Żółć GmbH',
      contactName: 'Jan Roe',
      email: 'buchhaltung@zolc.example',
      address: 'Hauptstr. 1\n50667 Köln',
      street: 'Hauptstr. 1',
      postalCode: '50667',
      city: 'Köln',
      region: null,
      country: 'DE',
      vatId: 'DE987654321',
      reference: '04011000-12345-67',
      electronicAddress: null,
    },
    matter: { id: 11, title: 'Żółć ./. Mühle GmbH', officialNumber: '12 O 345/26', clientMatterId: 'CL-2026-9' },
    corrects: null,
    reason: null,
    payment: {
      accountHolder: null,
      bankName: 'Commerzbank Köln',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      days: 14,
    },
    note: 'Vielen Dank für Ihr Vertrauen.',
    ...given,
    digits,
    taxes,
    totals: { net: decimalOf(net, digits), tax: decimalOf(tax, digits), total: decimalOf(net + tax, digits) },
  }
}

interface GivenLine extends Partial<FrozenLine> {
  readonly unitPrice: string
}

const worker = { id: 'a-1', name: 'Ada Hale', timekeeperId: 'AH', classification: 'PT' }

/** A line whose net is reckoned. */
export function line(given: GivenLine, digits = 2): FrozenLine {
  const { quantity = '1', discount = '0' } = given
  return {
    kind: 'time',
    date: '2026-11-02',
    description: 'Work',
    category: 'S',
    percent: '19',
    member: worker,
    activity: null,
    ...given,
    quantity,
    discount,
    net: decimalOf(productOf(quantity, given.unitPrice, digits) - unitsOf(discount, digits), digits),
  }
}

function taxesOf(lines: readonly FrozenLine[], digits: number): readonly FrozenTax[] {
  const groups = Map.groupBy(lines, ({ category, percent }) => JSON.stringify([category, percent]))
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { category, percent } = first
    const base = [first, ...others].reduce((sum, { net }) => sum + unitsOf(net, digits), 0n)
    const text = decimalOf(base, digits)
    const reason = category === 'S' || category === 'Z' ? null : `No tax (${category})`
    return [{ category, percent, base: text, tax: decimalOf(percentOf(text, percent, digits), digits), reason }]
  })
}

/** An invoice that is complete for every kind of file. */
export const completeInvoice: FrozenInvoice = frozen({
  currency: 'EUR',
  locale: 'de-DE',
  lines: [
    line({ description: 'Klageschrift entworfen', quantity: '2.4', unitPrice: '250', activity: 'L210 A103' }),
    line({ description: 'Telefonat mit der Mandantin', quantity: '0.3333', unitPrice: '250.1', date: '2026-11-05' }),
    line({ kind: 'fee', description: 'Pauschale Erstberatung', unitPrice: '190', discount: '19.5', member: null }),
    line({
      kind: 'expense',
      description: 'E112 Gerichtskosten',
      unitPrice: '161',
      category: 'Z',
      percent: '0',
      member: null,
    }),
  ],
})

const currencies = ['EUR', 'USD', 'JPY', 'KWD', 'CHF'] as const
const groups = [
  ['S', '19'],
  ['S', '7'],
  ['S', '8.1'],
  ['Z', '0'],
  ['E', '0'],
  ['AE', '0'],
] as const
const kinds = ['time', 'fee', 'expense'] as const

/** An invoice with anything on it: the same for the same seed. */
export function randomInvoice(seed: number): FrozenInvoice {
  const next = randomly(seed)
  const pick = <T>(from: readonly T[]): T => from[next(from.length)] as T
  const decimal = (most: number, scale: number) => decimalOf(BigInt(next(most)), next(scale + 1))
  const currency = pick(currencies)
  const digits = digitsOf(currency)
  const isOutside = next(10) === 0
  const lines = Array.from({ length: 1 + next(12) }, (_, at) => {
    const [category, percent] = isOutside ? (['O', '0'] as const) : pick(groups)
    const [quantity, unitPrice] = [decimal(1_000, 4), decimal(100_000, 3)]
    const full = productOf(quantity, unitPrice, digits)
    const discount = decimalOf(next(3) === 0 ? (full * BigInt(next(100))) / 100n : 0n, digits)
    return line(
      { kind: pick(kinds), description: `Line ${at + 1}`, quantity, unitPrice, discount, category, percent },
      digits,
    )
  })
  return frozen({ number: `R-${seed}`, currency, locale: pick(['en-GB', 'de-DE', 'fr-FR', 'en-US', 'de-CH']), lines })
}

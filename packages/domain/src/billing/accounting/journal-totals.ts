import { negated, sumOf } from '@matterbase/schemas/decimal'
import { digitsOf } from '@matterbase/schemas/writing'
import type { TaxCategory } from '@matterbase/schemas'
import type { EntryKind, JournalEntry } from './journal-entry.ts'

interface TaxTotal {
  readonly category: TaxCategory
  readonly percent: number
  readonly net: string
  readonly tax: string
}

/** The sums of a period in one currency. Void invoices and credit notes are subtracted. */
export interface JournalTotals {
  readonly currency: string | null
  readonly entries: number
  readonly net: string
  readonly tax: string
  readonly gross: string
  readonly taxes: TaxTotal[]
  /** Received payments less reversed payments. */
  readonly payments: string
  readonly refunds: string
  readonly written_off: string
}

const ofDocuments: readonly EntryKind[] = ['invoice', 'void', 'credit_note']
const ofPayments: readonly EntryKind[] = ['payment', 'client_credit', 'payment_reversal']
const ofRefunds: readonly EntryKind[] = ['refund', 'refund_reversal']
const ofWriteOffs: readonly EntryKind[] = ['write_off', 'write_off_reversal']

/** The totals of each currency, in the order of the currencies. */
export function journalTotals(entries: readonly JournalEntry[]): JournalTotals[] {
  const byCurrency = Map.groupBy(entries, ({ currency }) => currency)
  return [...byCurrency]
    .map(([currency, ofCurrency]) => totalsOf(currency, ofCurrency))
    .toSorted((a, b) => (a.currency ?? '').localeCompare(b.currency ?? '', 'en'))
}

function totalsOf(currency: string | null, entries: readonly JournalEntry[]): JournalTotals {
  const zero = (0).toFixed(digitsOf(currency))
  const sum = (amounts: readonly (string | null)[]) =>
    amounts.reduce<string>((total, one) => sumOf(total, one ?? '0'), zero)
  const grossOf = (kinds: readonly EntryKind[]) =>
    entries.filter(({ kind }) => kinds.includes(kind)).map(({ gross }) => gross)
  const less = (kinds: readonly EntryKind[]) => sum(grossOf(kinds).map(negated))
  const documents = entries.filter(({ kind }) => ofDocuments.includes(kind))
  const byTax = Map.groupBy(documents, ({ category, percent }) => `${category} ${Number(percent)}`)
  const taxes = [...byTax.values()].flatMap((group) => {
    const [{ category, percent } = { category: null, percent: null }] = group
    const [net, tax] = [sum(group.map((one) => one.net)), sum(group.map((one) => one.tax))]
    return category === null ? [] : [{ category, percent: Number(percent), net, tax }]
  })
  return {
    currency,
    entries: entries.length,
    net: sum(documents.map(({ net }) => net)),
    tax: sum(documents.map(({ tax }) => tax)),
    gross: sum(grossOf(ofDocuments)),
    taxes: taxes.toSorted((a, b) => b.percent - a.percent || a.category.localeCompare(b.category, 'en')),
    payments: less(ofPayments),
    refunds: sum(grossOf(ofRefunds)),
    written_off: less(ofWriteOffs),
  }
}

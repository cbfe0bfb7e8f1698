import { decimalOf, isWhole, isZero, negated, plain, sumOf, unitsOf } from '@matterbase/schemas/decimal'
import { digitsOf } from '@matterbase/schemas/writing'
import { entryKinds } from './journal-entry.ts'
import type { EntryKind, JournalEntry, Period } from './journal-entry.ts'
import type { DocumentSource, JournalSources, MoneySource, WriteOffSource } from './journal-sources.ts'

/**
 * The journal of a period: one entry for each tax rate of an invoice or credit note, each allocation of a payment, each
 * write-off and each refund. A void or reversed record has a second entry, on that day. The same records always result in
 * the same entries, in the same order.
 */
export function journalEntries(sources: JournalSources, { from, to }: Period): readonly JournalEntry[] {
  const { invoices, creditNotes, writeOffs, payments, refunds } = sources
  const all = [
    ...invoices.flatMap((invoice) => documentEntries(invoice, 'invoice')),
    ...creditNotes.flatMap((note) => documentEntries(note, 'credit_note')),
    ...writeOffs.map(writeOffEntry),
    ...payments.flatMap(paymentEntries),
    ...refunds.flatMap(refundEntries),
  ]
  return all.filter(({ date, gross }) => date >= from && date <= to && !isZero(gross)).toSorted(compareEntries)
}

const places = new Map(entryKinds.map((kind, place) => [kind, place]))

/** The order of the sources decides between entries of one record. */
const compareEntries = (a: JournalEntry, b: JournalEntry) =>
  compareText(a.date, b.date) || (places.get(a.kind) ?? 0) - (places.get(b.kind) ?? 0) || a.id - b.id

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const noTax = { net: null, tax: null, category: null, percent: null }
const noMoney = { method: null, reference: null }

/** A decimal with the digits of its currency. An amount with more digits, from before the currency was set, keeps them. */
function amountIn(currency: string | null, amount: string): string {
  const digits = digitsOf(currency)
  return isWhole(amount, digits) ? decimalOf(unitsOf(amount, digits), digits) : plain(amount)
}

const opposite = (amount: string) => (isZero(amount) ? amount : negated(amount))

function documentEntries(of: DocumentSource, kind: 'invoice' | 'credit_note'): readonly JournalEntry[] {
  const { id, number, clientId, clientName, currency, issued, voided, corrects } = of
  const head = { id, document: number, clientId, clientName, currency, method: null, reference: corrects }
  const taxed = taxesOf(of).map(({ category, percent, base, tax }) => {
    const [net, ofTax] = [amountIn(currency, base), amountIn(currency, tax)]
    return { ...head, date: issued, kind, category, percent, net, tax: ofTax, gross: sumOf(net, ofTax) }
  })
  if (kind === 'credit_note') return taxed.map((entry) => reversed(entry, kind, issued))
  return voided === null ? taxed : [...taxed, ...taxed.map((entry) => reversed(entry, 'void', voided))]
}

/** A document without lines has only a total, which is not subject to tax. */
const taxesOf = ({ taxes, total }: DocumentSource) =>
  taxes !== null && taxes.length > 0 ? taxes : [{ category: 'O' as const, percent: '0', base: total, tax: '0' }]

const reversed = (entry: JournalEntry, kind: EntryKind, date: string): JournalEntry => ({
  ...entry,
  kind,
  date,
  net: entry.net === null ? null : opposite(entry.net),
  tax: entry.tax === null ? null : opposite(entry.tax),
  gross: opposite(entry.gross),
})

function writeOffEntry({ number, day, amount, ...of }: WriteOffSource): JournalEntry {
  const gross = opposite(amountIn(of.currency, amount))
  const kind = gross.startsWith('-') ? 'write_off' : 'write_off_reversal'
  return { ...of, ...noTax, ...noMoney, kind, date: day, document: number, gross }
}

function paymentEntries(payment: MoneySource): readonly JournalEntry[] {
  const { day, amount, shares, currency, reversed: reversalDay } = payment
  const allocated = shares.map((share) =>
    moneyEntry(payment, { kind: 'payment', document: share.number, gross: opposite(amountIn(currency, share.amount)) }),
  )
  const rest = shares.reduce((left, share) => sumOf(left, negated(share.amount)), amount)
  const credit = moneyEntry(payment, {
    kind: 'client_credit',
    document: null,
    gross: opposite(amountIn(currency, rest)),
  })
  const entries = [...allocated, credit].map((entry) => ({ ...entry, date: day }))
  return reversalDay === null
    ? entries
    : [...entries, ...entries.map((entry) => reversed(entry, 'payment_reversal', reversalDay))]
}

function refundEntries(refund: MoneySource): readonly JournalEntry[] {
  const { amount, currency, reversed: reversalDay } = refund
  const entry = moneyEntry(refund, { kind: 'refund', document: null, gross: amountIn(currency, amount) })
  return reversalDay === null ? [entry] : [entry, reversed(entry, 'refund_reversal', reversalDay)]
}

const moneyEntry = (
  { id, clientId, clientName, currency, day, method, reference }: MoneySource,
  of: Pick<JournalEntry, 'kind' | 'document' | 'gross'>,
): JournalEntry => ({ id, clientId, clientName, currency, date: day, method, reference, ...noTax, ...of })

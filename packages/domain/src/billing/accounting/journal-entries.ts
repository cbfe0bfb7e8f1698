import { journalEntryKinds } from '@matterbase/schemas'
import { decimalOf, isWhole, isZero, negated, plain, sumOf, unitsOf } from '@matterbase/schemas/decimal'
import { digitsOf } from '@matterbase/schemas/writing'
import { debtorPlace } from './debtor-place.ts'
import type { Parties } from './debtor-place.ts'
import type { EntryKind, JournalEntry, Period } from './journal-entry.ts'
import type { DocumentSource, JournalSources, MoneySource, SpentSource, WriteOffSource } from './journal-sources.ts'

/**
 * The journal of a period: one entry for each tax rate of an invoice, credit note or write-off, each allocation of a
 * payment and each refund. A void or reversed record has a second entry, on that day, and so has credit that is spent
 * later. The same records always result in the same entries, in the same order.
 */
export function journalEntries(sources: JournalSources, { from, to }: Period): readonly JournalEntry[] {
  const { invoices, creditNotes, writeOffs, payments, spent, refunds } = sources
  const all = [
    ...invoices.flatMap((invoice) => documentEntries(invoice, 'invoice')),
    ...creditNotes.flatMap((note) => documentEntries(note, 'credit_note')),
    ...writeOffs.map(writeOffEntry),
    ...payments.flatMap(paymentEntries),
    ...spent.flatMap(spentEntries),
    ...refunds.flatMap(refundEntries),
  ]
  return all.filter(({ date, gross }) => date >= from && date <= to && !isZero(gross)).toSorted(compareEntries)
}

const places = new Map(journalEntryKinds.map((kind, place) => [kind, place]))

/** The order of the sources decides between entries of one record. */
const compareEntries = (a: JournalEntry, b: JournalEntry) =>
  compareText(a.date, b.date) || (places.get(a.kind) ?? 0) - (places.get(b.kind) ?? 0) || a.id - b.id

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const noTax = { net: null, tax: null, category: null, percent: null }
const noParties = { place: 'home', vatId: null, clientCountry: null } as const
const noMoney = { method: null, reference: null }

const partiesOf = (parties: Parties) => ({
  place: debtorPlace(parties),
  vatId: parties.vatId,
  clientCountry: parties.clientCountry,
})

/** A decimal with the digits of its currency. An amount with more digits, from before the currency was set, keeps them. */
function amountIn(currency: string | null, amount: string): string {
  const digits = digitsOf(currency)
  return isWhole(amount, digits) ? decimalOf(unitsOf(amount, digits), digits) : plain(amount)
}

const opposite = (amount: string) => (isZero(amount) ? amount : negated(amount))

function documentEntries(of: DocumentSource, kind: 'invoice' | 'credit_note'): readonly JournalEntry[] {
  const { id, number, clientId, clientName, currency, issued, voided, corrects } = of
  const debtor = { clientId, clientName, ...partiesOf(of) }
  const head = { id, document: number, documentKind: kind, ...debtor, currency, method: null, reference: corrects }
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

function writeOffEntry(of: WriteOffSource): JournalEntry {
  const { id, number, clientId, clientName, currency, day, category, percent } = of
  return {
    ...partiesOf(of),
    ...noTax,
    ...noMoney,
    id,
    clientId,
    clientName,
    currency,
    category,
    percent,
    kind: of.isReversal ? 'write_off_reversal' : 'write_off',
    date: day,
    document: number,
    documentKind: 'invoice',
    gross: opposite(amountIn(currency, of.amount)),
  }
}

type Share = MoneySource['shares'][number]

/** The entries of a payment whose allocations are these. The rest is client credit. */
function receivedEntries(payment: MoneySource, shares: readonly Share[]): readonly JournalEntry[] {
  const { amount, currency } = payment
  const rest = shares.reduce((left, share) => sumOf(left, negated(share.amount)), amount)
  return [
    ...shares.map((share) =>
      moneyEntry(payment, {
        kind: 'payment',
        document: share.number,
        gross: opposite(amountIn(currency, share.amount)),
      }),
    ),
    moneyEntry(payment, { kind: 'client_credit', document: null, gross: opposite(amountIn(currency, rest)) }),
  ]
}

/** Credit that was spent later is client credit on the day of the payment, and on the invoice when it is reversed. */
function paymentEntries(payment: MoneySource): readonly JournalEntry[] {
  const { shares, reversed: day } = payment
  const received = receivedEntries(
    payment,
    shares.filter(({ spent }) => spent === null),
  )
  if (day === null) return received
  return [...received, ...receivedEntries(payment, shares).map((entry) => reversed(entry, 'payment_reversal', day))]
}

/** Takes the amount off the credit, and pays the invoice with it. Together they change no account. */
function spentEntries({ invoice, creditNote, ...of }: SpentSource): readonly JournalEntry[] {
  const gross = amountIn(of.currency, of.amount)
  return [
    moneyEntry(of, { kind: 'payment', document: invoice, gross: opposite(gross) }),
    moneyEntry(of, { kind: 'client_credit', document: creditNote, documentKind: 'credit_note', gross }),
  ]
}

/** One entry for each credit note that is refunded, and one for the rest. */
function refundEntries(refund: MoneySource): readonly JournalEntry[] {
  const { amount, currency, shares, reversed: day } = refund
  const rest = shares.reduce((left, share) => sumOf(left, negated(share.amount)), amount)
  const entries = [...shares, { number: null, amount: rest }].map((share) =>
    moneyEntry(refund, {
      kind: 'refund',
      document: share.number,
      documentKind: 'credit_note',
      gross: amountIn(currency, share.amount),
    }),
  )
  return day === null ? entries : [...entries, ...entries.map((entry) => reversed(entry, 'refund_reversal', day))]
}

type Money = Pick<MoneySource, 'id' | 'clientId' | 'clientName' | 'currency' | 'day' | 'method' | 'reference'>

const moneyEntry = (
  { id, clientId, clientName, currency, day, method, reference }: Money,
  of: Pick<JournalEntry, 'kind' | 'document' | 'gross'> & Partial<Pick<JournalEntry, 'documentKind'>>,
): JournalEntry => ({
  ...noTax,
  ...noParties,
  id,
  clientId,
  clientName,
  currency,
  date: day,
  method,
  reference,
  documentKind: 'invoice',
  ...of,
})

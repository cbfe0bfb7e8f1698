import type { journalEntryKinds, TaxCategory } from '@matterbase/schemas'
import type { DebtorPlace } from './debtor-place.ts'

export type EntryKind = (typeof journalEntryKinds)[number]

/**
 * An entry of the journal on the client's debtor account and a contra account. Amounts are decimals with the digits of
 * the currency. A positive `gross` is a debit of the debtor account, a negative one a credit.
 */
export interface JournalEntry {
  /** A day of the firm, `YYYY-MM-DD`. */
  readonly date: string
  readonly kind: EntryKind
  /** The ID of the invoice, credit note, payment or refund. */
  readonly id: number
  /** The number of the invoice or credit note. Null for client credit that a payment left, and for its refund. */
  readonly document: string | null
  readonly documentKind: 'invoice' | 'credit_note'
  readonly clientId: number | null
  readonly clientName: string | null
  /** ISO 4217. Null if the firm has no currency. */
  readonly currency: string | null
  /** The base of the tax. Null for payments, write-offs and refunds. */
  readonly net: string | null
  readonly tax: string | null
  readonly gross: string
  /** Null for payments, refunds, and write-offs of earlier versions. */
  readonly category: TaxCategory | null
  readonly percent: string | null
  readonly place: DebtorPlace
  /** The client's VAT ID on the document. Null for payments and refunds. */
  readonly vatId: string | null
  /** ISO 3166. */
  readonly clientCountry: string | null
  /** The method of a payment or refund. */
  readonly method: string | null
  /** The reference of a payment or refund, or the number of the invoice that a credit note corrects. */
  readonly reference: string | null
}

/** The first and the last day. */
export interface Period {
  readonly from: string
  readonly to: string
}

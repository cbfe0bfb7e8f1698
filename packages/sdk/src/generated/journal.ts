// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { TaxCategory } from './invoices.ts'

/** The sums of a period at one tax rate. */
export interface JournalTax {
  /** Tax category. */
  category: TaxCategory
  /** Tax rate in percent. */
  percent: number
  /** Sum of the net amounts. */
  net: number
  /** Sum of the taxes. */
  tax: number
}

/** The sums of a period in one currency. */
export interface JournalTotals {
  /** Currency of the amounts (ISO 4217). Null if the firm has not set one. */
  currency: string | null
  /** Number of entries. */
  entries: number
  /** Invoices less void invoices and credit notes, without tax. */
  net: number
  /** Tax on `net`. */
  tax: number
  /** `net` with tax. */
  gross: number
  /** `net` and `tax` by tax rate. */
  taxes: JournalTax[]
  /** Received payments less reversed payments. */
  payments: number
  /** Refunds less reversed refunds. */
  refunds: number
  /** Write-offs less what was taken back. */
  written_off: number
}

/** Every journal entry kind, for select boxes and checks at run time. Kind of the entry. */
export const journalEntryKinds = [
  'invoice',
  'void',
  'credit_note',
  'write_off',
  'write_off_reversal',
  'payment',
  'client_credit',
  'payment_reversal',
  'refund',
  'refund_reversal',
] as const

/** One of `journalEntryKinds`. */
export type JournalEntryKind = (typeof journalEntryKinds)[number]

/** An entry on the account of a client and one other account. */
export interface JournalEntry {
  /** Day of the entry. It never changes. */
  date: string
  /** Kind of the entry. */
  kind: JournalEntryKind
  /** Number of the invoice or credit note. Null for client credit that a payment left, and for its refund. */
  document: string | null
  /** ID of the client. Null for an invoice without a client. */
  client_id: number | null
  /** Name of the client on the day of the entry. */
  client: string | null
  /** Account of the client. Null until the firm has set a first debtor number. */
  debtor_account: string | null
  /** Revenue account, bank account or account of write-offs. Null until the firm has set it. */
  contra_account: string | null
  /** Currency of the amounts (ISO 4217). Null if the firm has not set one. */
  currency: string | null
  /** Amount of an invoice or credit note at one tax rate, without tax. Null for other kinds. */
  net: number | null
  /** Tax on `net`. Null for other kinds. */
  tax: number | null
  /** Amount with tax. Positive: the client owes more. Negative: the client owes less. */
  gross: number
  /** Tax category of an invoice, credit note or write-off. Null for payments and refunds. */
  tax_category: TaxCategory | null
  /** Tax rate in percent. */
  tax_percent: number | null
  /** Tax key of DATEV (BU-Schlüssel), if the account needs one. */
  tax_key: string | null
  /** Method of a payment or refund. */
  method: string | null
  /** Reference of a payment or refund. For a credit note, the number of the corrected invoice. */
  text: string | null
  /** VAT ID of the client on the invoice or credit note. Null for payments and refunds. */
  vat_id: string | null
}

/** The journal of a period for the accountant of the firm. */
export interface Journal {
  /** First day of the period. */
  from: string
  /** Last day of the period. */
  to: string
  /** Sums by currency. */
  totals: JournalTotals[]
  /** Entries in the order of their days. */
  entries: JournalEntry[]
}

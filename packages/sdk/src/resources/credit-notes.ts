import type { Client } from './clients.ts'
import type { Reads, Several, TimedListParams } from './crud.ts'
import type { Allocation, DayRange, Refund } from './payments.ts'

/** A credit note, which reduces an invoice. Read-only, because credit notes are issued in the dashboard. */
export interface CreditNote {
  /** ID, assigned by the server. */
  id: number
  /** Number, such as `CN-2026-0007`. */
  number: string
  /** ID of the corrected invoice. */
  invoice_id: number
  /** ID of the client of the invoice. */
  client_id: number | null
  /** Amount with tax. */
  total_amount: number
  /** Tax in `total_amount`. */
  tax_amount: number
  /** ISO 4217 code, such as `EUR`. Null if the firm has no currency. */
  currency: string | null
  /** Date, YYYY-MM-DD. */
  issue_date: string
  /** Reason. */
  reason: string | null
  /** Invoices that it pays, in the order of their allocation. */
  allocations: Allocation[]
  /** Refunds to the client. */
  refunds: Refund[]
  /** Amount that is neither allocated nor refunded: the credit of the client. */
  unallocated_amount: number
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Time of the last change. ISO 8601, UTC, with milliseconds. Unique within a workspace. */
  updated_at: string
}

/** Filters of the list of credit notes. */
export interface CreditNoteListParams extends TimedListParams, DayRange {
  /** Only credit notes of this client, or of any of these. */
  readonly client_id?: Several<number> | undefined
  /** Only credit notes for this invoice, or for any of these. */
  readonly invoice_id?: Several<number> | undefined
}

/** Related records of a credit note, for `expand`. */
export interface CreditNoteRelated {
  /** The client of `client_id`. */
  client: Client | null
}

/** The operations of credit notes, which are read-only. */
export type CreditNotes = Reads<CreditNote, CreditNoteListParams, CreditNoteRelated>

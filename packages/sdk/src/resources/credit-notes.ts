import type { Client } from './clients.ts'
import type { Reads, Several, TimedListParams } from './crud.ts'
import type { Allocation, DayRange, Refund } from './payments.ts'

/** It takes off what was invoiced; issued in the service's dashboard only. */
export interface CreditNote {
  /** Given by the service. */
  id: number
  /** Such as `CN-2026-0007`. */
  number: string
  /** id of the invoice that it corrects */
  invoice_id: number
  /** id of the client of that invoice */
  client_id: number | null
  /** Money that it takes off, with tax. */
  total_amount: number
  /** The tax in it. */
  tax_amount: number
  /** ISO 4217, such as `EUR`; null where the firm names none */
  currency: string | null
  /** YYYY-MM-DD */
  issue_date: string
  /** Why it was issued. */
  reason: string | null
  /** Which invoices it is for, in the order in which it was put on them. */
  allocations: Allocation[]
  /** What of it the client was paid back. */
  refunds: Refund[]
  /** What of it is for no invoice and was not paid back: the client's credit. */
  unallocated_amount: number
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** ISO 8601, UTC, with milliseconds; no two changes of a workspace share one */
  updated_at: string
}

/** What the list of credit notes can be narrowed by. */
export interface CreditNoteListParams extends TimedListParams, DayRange {
  /** Only credit notes of this client, or of one of these. */
  readonly client_id?: Several<number> | undefined
  /** Only credit notes that correct this invoice, or one of these. */
  readonly invoice_id?: Several<number> | undefined
}

/** What a credit note refers to, for `expand`. */
export interface CreditNoteRelated {
  /** Of `client_id`. */
  client: Client | null
}

/** The operations of credit notes, which can only be read. */
export type CreditNotes = Reads<CreditNote, CreditNoteListParams, CreditNoteRelated>

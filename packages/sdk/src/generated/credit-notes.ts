// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { Allocation, Refund } from './payments.ts'
import type { Client } from './clients.ts'
import type { DayRange, Files, Reads, Several, TimedListParams } from '../resources/crud.ts'

/**
 * A credit note that corrects an invoice, in part or in full. You can read credit notes; members issue them in the
 * dashboard.
 */
export interface CreditNote {
  /** ID of the credit note. IDs differ between live and test. */
  id: number
  /** Number of the credit note, as printed on it. */
  number: string
  /** ID of the invoice that the credit note corrects. */
  invoice_id: number
  /** ID of the client of that invoice. */
  client_id: number | null
  /** Total of the credit note, with tax, in `currency`. A positive number. */
  total_amount: number
  /** Tax that `total_amount` includes. */
  tax_amount: number
  /**
   * Currency of the credit note (ISO 4217): the currency of the invoice, else the currency of the firm. Null if the
   * firm has not set one.
   */
  currency: string | null
  /** Day of issue, `YYYY-MM-DD`. */
  issue_date: string
  /** Reason for the credit note. */
  reason: string | null
  /** Invoices that the credit note pays, in the order of allocation. */
  allocations: Allocation[]
  /** Refunds to the client out of the credit note. */
  refunds: Refund[]
  /** Part of the credit note that pays no invoice and was not refunded. It is credit of the client. */
  unallocated_amount: number
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /**
   * Time of the last change. Each change in a workspace has its own time, and a later change always has a later time.
   * ISO 8601, UTC, with milliseconds.
   */
  updated_at: string
  /**
   * Version of the record, without the quotes of the `ETag` header. Each change gives the record another `etag`. Send
   * it in `If-Match`, or as `if_match` in a bulk request, to write only if the record did not change.
   */
  etag: string
}

/** Filters of the list of credit notes. */
export interface CreditNoteListParams extends TimedListParams, DayRange {
  /** Only credit notes of the client with this ID. An array of up to 200 values matches any of them. */
  readonly client_id?: Several<number> | undefined
  /** Only credit notes that correct the invoice with this ID. An array of up to 200 values matches any of them. */
  readonly invoice_id?: Several<number> | undefined
}

/** Format of the file of a credit note. */
export type CreditNoteFileFormat = 'pdf' | 'factur-x' | 'xrechnung'

/** The file of a credit note. */
export interface CreditNoteFileParams {
  /** Format of the file. Default: `pdf`. */
  readonly format?: CreditNoteFileFormat | undefined
}

/** Related records of a credit note, for `expand`. */
export interface CreditNoteRelated {
  /** Record with the ID in `client_id`. */
  client: Client | null
}

/** The operations of credit notes, which are read-only. */
export type CreditNotes = Reads<CreditNote, CreditNoteListParams, CreditNoteRelated> & Files<CreditNoteFileParams>

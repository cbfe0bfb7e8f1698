import type { Client } from './clients.ts'
import type { Reads, Several, TimedListParams } from './crud.ts'
import type { Matter } from './matters.ts'

/** Every status of an invoice, for select boxes and checks at run time. */
export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue', 'cancelled'] as const

/** One of `invoiceStatuses`. */
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** An invoice. Read-only, because invoices are created in the dashboard. */
export interface Invoice {
  /** ID, assigned by the server. */
  invoice_id: number
  /** Invoice number, such as `INV-2026-0042`. A draft has `DRAFT-` and its ID. */
  invoice_number: string
  /** ID of a matter. */
  case_id: number | null
  /** ID of a client. */
  client_user_id: number | null
  /** Total with tax. */
  total_amount: number
  /** Status. It changes in the dashboard. */
  status: InvoiceStatus
  /** Date, YYYY-MM-DD. */
  issue_date: string | null
  /** Date, YYYY-MM-DD. */
  due_date: string | null
  /** Date, YYYY-MM-DD. */
  paid_date: string | null
  /** Paid amount. */
  amount_paid: number | null
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** Time of the last change. ISO 8601, UTC, with milliseconds. Unique within a workspace. */
  updated_at: string
  /** ISO 4217 code of the amounts, such as `EUR`. Null if the firm has no currency. */
  currency: string | null
  /** Amount that the client still owes. 0 unless the invoice is `sent` or `overdue`. */
  open_amount: number
  /** Amount of the credit notes for this invoice. */
  credited_amount: number
  /** Amount that was written off as bad debt. */
  written_off_amount: number
  /** Time at which the invoice was voided, or null. ISO 8601, UTC. */
  voided_at: string | null
  /** Time of the last write-off, or null. ISO 8601, UTC. */
  written_off_at: string | null
  /** Reason of the last write-off. */
  write_off_reason: string | null
}

/** Filters of the list of invoices. */
export interface InvoiceListParams extends TimedListParams {
  /** Only invoices of this status, or of any of these. */
  readonly status?: Several<InvoiceStatus> | undefined
  /** Only invoices of this matter, or of any of these. */
  readonly case_id?: Several<number> | undefined
  /** Only invoices of this client (`client_user_id`), or of one of these. */
  readonly client_id?: Several<number> | undefined
}

/** Related records of an invoice, for `expand`. */
export interface InvoiceRelated {
  /** The matter of `case_id`. */
  case: Matter | null
  /** The client of `client_user_id`. */
  client: Client | null
}

/** The operations of invoices, which are read-only. */
export type Invoices = Reads<Invoice, InvoiceListParams, InvoiceRelated>

// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { Matter } from './matters.ts'
import type { Client } from './clients.ts'
import type { Files, Reads, Several, TimedListParams } from '../resources/crud.ts'

/**
 * Every invoice status, for select boxes and checks at run time. Status of the invoice. `draft`: not issued yet.
 * `sent`: issued and not due yet. `overdue`: issued, not fully paid, and past `due_date` in the time zone of the firm.
 * `paid`: nothing is open. `cancelled`: void.
 */
export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue', 'cancelled'] as const

/** One of `invoiceStatuses`. */
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** An invoice to a client. You can read invoices; members create and change them in the dashboard. */
export interface Invoice {
  /** ID of the invoice. IDs differ between live and test. */
  invoice_id: number
  /** Invoice number, as printed on the invoice. A draft has `DRAFT-` and its ID. */
  invoice_number: string
  /**
   * ID of the matter that the invoice bills. A matter is called `case` in field names. Null if the invoice names no
   * matter.
   */
  case_id: number | null
  /** ID of the client, in `mb.clients.get`. */
  client_user_id: number | null
  /** Total of the invoice, with tax, in `currency`. */
  total_amount: number
  /**
   * Status of the invoice. `draft`: not issued yet. `sent`: issued and not due yet. `overdue`: issued, not fully paid,
   * and past `due_date` in the time zone of the firm. `paid`: nothing is open. `cancelled`: void.
   */
  status: InvoiceStatus
  /** Day of issue, `YYYY-MM-DD`. */
  issue_date: string | null
  /** Last day to pay, `YYYY-MM-DD`. */
  due_date: string | null
  /** Day on which the invoice became `paid`, `YYYY-MM-DD`. Null for an invoice that is not paid. */
  paid_date: string | null
  /** Sum of the payments on the invoice, in `currency`. */
  amount_paid: number | null
  /** Time of creation. ISO 8601, UTC, with milliseconds. */
  created_at: string
  /**
   * Time of the last change. Each change in a workspace has its own time, and a later change always has a later time.
   * ISO 8601, UTC, with milliseconds.
   */
  updated_at: string
  /**
   * Currency of all amounts of the invoice (ISO 4217). Fixed when the invoice is issued; a draft without its own
   * currency has the currency of the firm. Null if the firm has not set one.
   */
  currency: string | null
  /**
   * The amount that the client still owes. For `sent` and `overdue` it is `total_amount` minus `amount_paid`,
   * `credited_amount` and `written_off_amount`. For every other status it is 0.
   */
  open_amount: number
  /**
   * Sum that credit notes took off the invoice. A part of a credit note that became credit of the client is not
   * included.
   */
  credited_amount: number
  /** Sum that the firm wrote off as bad debt. */
  written_off_amount: number
  /** Time at which the invoice was voided. Null for an invoice that is not void. ISO 8601, UTC, with milliseconds. */
  voided_at: string | null
  /** Time of the last write-off. Null while `written_off_amount` is 0. ISO 8601, UTC, with milliseconds. */
  written_off_at: string | null
  /** Reason for the last write-off. */
  write_off_reason: string | null
  /**
   * Version of the record, without the quotes of the `ETag` header. Each change gives the record another `etag`. Send
   * it in `If-Match`, or as `if_match` in a bulk request, to write only if the record did not change.
   */
  etag: string
}

/** Filters of the list of invoices. */
export interface InvoiceListParams extends TimedListParams {
  /** Only invoices with this `status`. An array of up to 200 values matches any of them. */
  readonly status?: Several<InvoiceStatus> | undefined
  /** Only invoices of the matter with this ID. An array of up to 200 values matches any of them. */
  readonly case_id?: Several<number> | undefined
  /** Only invoices of the client with this ID (`client_user_id`). An array of up to 200 values matches any of them. */
  readonly client_id?: Several<number> | undefined
}

/** Format of the file of an invoice. */
export type InvoiceFileFormat = 'pdf' | 'factur-x' | 'xrechnung' | 'ledes1998b'

/** The file of an invoice. */
export interface InvoiceFileParams {
  /** Format of the file. Default: `pdf`. */
  readonly format?: InvoiceFileFormat | undefined
}

/** Related records of an invoice, for `expand`. */
export interface InvoiceRelated {
  /** Record with the ID in `case_id`. */
  case: Matter | null
  /** Record with the ID in `client_user_id`. */
  client: Client | null
}

/** The operations of invoices, which are read-only. */
export type Invoices = Reads<Invoice, InvoiceListParams, InvoiceRelated> & Files<InvoiceFileParams>

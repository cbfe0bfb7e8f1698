import type { Client } from './clients.ts'
import type { Reads, Several, TimedListParams } from './crud.ts'
import type { Matter } from './matters.ts'

/** Every status of an invoice, for select boxes and checks at run time. */
export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue', 'cancelled'] as const

/** One of `invoiceStatuses`. */
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** Written in the service's dashboard only. */
export interface Invoice {
  /** Given by the service. */
  invoice_id: number
  /** Such as `INV-2026-0042`; `DRAFT-` and its id until it is issued. */
  invoice_number: string
  /** id of a matter */
  case_id: number | null
  /** id of a client */
  client_user_id: number | null
  /** Money. */
  total_amount: number
  /** Set in the dashboard. */
  status: InvoiceStatus
  /** YYYY-MM-DD */
  issue_date: string | null
  /** YYYY-MM-DD */
  due_date: string | null
  /** YYYY-MM-DD */
  paid_date: string | null
  /** Money. */
  amount_paid: number | null
  /** ISO 8601, UTC, with milliseconds */
  created_at: string
  /** ISO 8601, UTC, with milliseconds; no two changes of a workspace share one */
  updated_at: string
  /** ISO 4217, such as `EUR`: of its amounts; null where the firm names none */
  currency: string | null
}

/** What the list of invoices can be narrowed by. */
export interface InvoiceListParams extends TimedListParams {
  /** Only invoices of this status, or of one of these. */
  readonly status?: Several<InvoiceStatus> | undefined
  /** Only invoices of this matter, or of one of these. */
  readonly case_id?: Several<number> | undefined
  /** Only invoices of this client (`client_user_id`), or of one of these. */
  readonly client_id?: Several<number> | undefined
}

/** What an invoice refers to, for `expand`. */
export interface InvoiceRelated {
  /** The matter that it bills. */
  case: Matter | null
  /** Of `client_user_id`. */
  client: Client | null
}

/** The operations of invoices, which can only be read. */
export type Invoices = Reads<Invoice, InvoiceListParams, InvoiceRelated>

import type { Client } from './clients.ts'
import type { Reads, Several, TimedListParams } from './crud.ts'

/** What of a payment or credit note is for one invoice. */
export interface Allocation {
  /** id of an invoice */
  invoice_id: number
  /** Money. */
  amount: number
}

/** What of a payment or credit note the client was paid back. */
export interface Refund {
  /** Of the refund: one that takes from several has a share in each. */
  id: number
  /** Money. */
  amount: number
  /** YYYY-MM-DD */
  paid_on: string
  /** Such as `Bank transfer`. */
  method: string | null
  /** What the refund said of itself. */
  reference: string | null
}

/** Money that a client paid; recorded in the service's dashboard only. */
export interface Payment {
  /** Given by the service. */
  id: number
  /** id of the client who paid */
  client_id: number | null
  /** Money. */
  amount: number
  /** ISO 4217, such as `EUR`; null where the firm names none */
  currency: string | null
  /** YYYY-MM-DD */
  paid_on: string
  /** Such as `Bank transfer`. */
  method: string | null
  /** What the payment said of itself. */
  reference: string | null
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

/** Some days of payments or credit notes, the first and the last included. */
export interface DayRange {
  /** Only those of this day or later: a text like `2026-03-14`, or a Date at 00:00 UTC. */
  readonly from_date?: string | Date | undefined
  /** Only those of this day or earlier. */
  readonly to_date?: string | Date | undefined
}

/** What the list of payments can be narrowed by. */
export interface PaymentListParams extends TimedListParams, DayRange {
  /** Only payments of this client, or of one of these. */
  readonly client_id?: Several<number> | undefined
  /** Only payments that are, in part or whole, for this invoice, or for one of these. */
  readonly invoice_id?: Several<number> | undefined
}

/** What a payment refers to, for `expand`. */
export interface PaymentRelated {
  /** Of `client_id`. */
  client: Client | null
}

/** The operations of payments, which can only be read. */
export type Payments = Reads<Payment, PaymentListParams, PaymentRelated>

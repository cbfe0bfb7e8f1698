import type { Client } from './clients.ts'
import type { Reads, Several, TimedListParams } from './crud.ts'

/** The part of a payment or credit note for one invoice. */
export interface Allocation {
  /** ID of an invoice. */
  invoice_id: number
  /** Amount. */
  amount: number
}

/** The part of a payment or credit note that was refunded to the client. */
export interface Refund {
  /** ID of the refund. A refund of several payments has a part in each. */
  id: number
  /** Amount. */
  amount: number
  /** Date, YYYY-MM-DD. */
  paid_on: string
  /** Method of payment, such as `Bank transfer`. */
  method: string | null
  /** Reference of the refund. */
  reference: string | null
}

/** A payment of a client. Read-only, because payments are recorded in the dashboard. */
export interface Payment {
  /** ID, assigned by the server. */
  id: number
  /** ID of the client who paid. */
  client_id: number | null
  /** Amount. */
  amount: number
  /** ISO 4217 code, such as `EUR`. Null if the firm has no currency. */
  currency: string | null
  /** Date, YYYY-MM-DD. */
  paid_on: string
  /** Method of payment, such as `Bank transfer`. */
  method: string | null
  /** Reference of the payment. */
  reference: string | null
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

/** A range of days, including the first and the last day. */
export interface DayRange {
  /** First day: `2026-03-14`, or a Date at 00:00 UTC. */
  readonly from_date?: string | Date | undefined
  /** Last day: `2026-03-14`, or a Date at 00:00 UTC. */
  readonly to_date?: string | Date | undefined
}

/** Filters of the list of payments. */
export interface PaymentListParams extends TimedListParams, DayRange {
  /** Only payments of this client, or of any of these. */
  readonly client_id?: Several<number> | undefined
  /** Only payments that pay this invoice, or any of these, in full or in part. */
  readonly invoice_id?: Several<number> | undefined
}

/** Related records of a payment, for `expand`. */
export interface PaymentRelated {
  /** The client of `client_id`. */
  client: Client | null
}

/** The operations of payments, which are read-only. */
export type Payments = Reads<Payment, PaymentListParams, PaymentRelated>

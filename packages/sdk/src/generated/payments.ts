// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { Client } from './clients.ts'
import type { DayRange, Reads, Several, TimedListParams } from '../resources/crud.ts'

/** Part of a payment or credit note that pays one invoice. */
export interface Allocation {
  /** ID of the invoice. */
  invoice_id: number
  /** Amount for this invoice. */
  amount: number
}

/** Part of a payment or credit note that was refunded to the client. */
export interface Refund {
  /** ID of the refund. A refund can take from several payments and credit notes, and then appears in each of them. */
  id: number
  /** Amount of this refund. */
  amount: number
  /** Day of the refund, `YYYY-MM-DD`. */
  paid_on: string
  /** Method of the refund, as free text. */
  method: string | null
  /** Reference of the refund. */
  reference: string | null
}

/** A payment that a client made. You can read payments; members record them in the dashboard. */
export interface Payment {
  /** ID of the payment. IDs differ between live and test. */
  id: number
  /** ID of the client who paid. */
  client_id: number | null
  /** Amount of the payment, in `currency`. */
  amount: number
  /**
   * Currency of the payment (ISO 4217): the currency of its invoices, else the currency of the firm. Null if the firm
   * has not set one.
   */
  currency: string | null
  /** Day of the payment, `YYYY-MM-DD`. */
  paid_on: string
  /** Method of payment, as free text. */
  method: string | null
  /** Reference of the payment, as on the bank statement. */
  reference: string | null
  /** Invoices that the payment pays, in the order of allocation. */
  allocations: Allocation[]
  /** Refunds to the client out of the payment. */
  refunds: Refund[]
  /** Part of the payment that pays no invoice and was not refunded. It is credit of the client. */
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

/** Filters of the list of payments. */
export interface PaymentListParams extends TimedListParams, DayRange {
  /** Only payments of the client with this ID. An array of up to 200 values matches any of them. */
  readonly client_id?: Several<number> | undefined
  /**
   * Only payments that pay, in part or in full, the invoice with this ID. An array of up to 200 values matches any of
   * them.
   */
  readonly invoice_id?: Several<number> | undefined
}

/** Related records of a payment, for `expand`. */
export interface PaymentRelated {
  /** Record with the ID in `client_id`. */
  client: Client | null
}

/** The operations of payments, which are read-only. */
export type Payments = Reads<Payment, PaymentListParams, PaymentRelated>

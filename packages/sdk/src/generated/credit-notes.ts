// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { Allocation, Refund } from './payments.ts'
import type { InvoiceLineKind, InvoiceUnit, TaxCategory, TaxTotal } from './invoices.ts'
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
  /** Sum of the lines without tax. */
  net_amount: number
  /** Recipient of the credit note, fixed when it was issued. Null without a client. */
  bill_to: {
    /** Name of the client. */
    name: string | null
    /** Name of the contact person. */
    contact_name: string | null
    /** Address in lines, as typed. */
    address: string | null
    /** Street and number. */
    street: string | null
    /** Postal code. */
    postal_code: string | null
    /** City. */
    city: string | null
    /** Region or state. */
    region: string | null
    /** Country, two letters of ISO 3166. */
    country: string | null
    /** VAT ID. */
    vat_id: string | null
    /** Reference that the client requires on invoices, such as a Leitweg-ID. */
    buyer_reference: string | null
    /** Electronic address for e-invoices, with the number of its scheme. */
    electronic_address: string | null
    /** Email address. */
    email: string | null
  } | null
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
  /** Only credit notes with this `number`. An array of up to 200 values matches any of them. */
  readonly number?: Several<string> | undefined
}

/** Format of the file of a credit note. */
export type CreditNoteFileFormat = 'pdf' | 'factur-x' | 'xrechnung'

/** The file of a credit note. */
export interface CreditNoteFileParams {
  /** Format of the file. Default: `pdf`. */
  readonly format?: CreditNoteFileFormat | undefined
}

/** A line of a credit note. */
export interface CreditNoteLine {
  /** Place of the line on the document, from 1. */
  position: number
  /** Kind of a line. `time`: a time entry. `expense`: an expense. `fee`: any other line, such as a fixed fee. */
  kind: InvoiceLineKind
  /** Day of the work or cost, `YYYY-MM-DD`. */
  date: string | null
  /** Text of the line, as printed. */
  description: string
  /** Number of units. */
  quantity: number
  /** Unit of a quantity: `hour` for time, else `piece`. */
  unit: InvoiceUnit
  /** Price of one unit, without tax. */
  unit_price: number
  /** Discount on the line. 0 without a discount. */
  discount_amount: number
  /**
   * Amount of the line without tax: `quantity` times `unit_price`, rounded to the decimals of the currency, minus
   * `discount_amount`.
   */
  net_amount: number
  /**
   * Tax category of EN 16931: `S` standard or reduced rate, `Z` zero rate, `E` exempt, `AE` reverse charge, `O` not
   * subject to tax.
   */
  tax_category: TaxCategory
  /** Tax rate in percent. 0 for each category except `S`. */
  tax_percent: number
  /** ID of the member who did the work. Null for a line that is not time. */
  user_id: string | null
  /** Name of that member, as printed. */
  user_name: string | null
  /** `activity_type` of time, or the UTBMS code of an expense. */
  code: string | null
}

/** Related records of a credit note, for `expand`. */
export interface CreditNoteRelated {
  /** Record with the ID in `client_id`. */
  client: Client | null
  /** Lines, in their order on the credit note. */
  lines: CreditNoteLine[]
  /** Taxes by category and rate. */
  taxes: TaxTotal[]
}

/** The operations of credit notes, which are read-only. */
export type CreditNotes = Reads<CreditNote, CreditNoteListParams, CreditNoteRelated> & Files<CreditNoteFileParams>

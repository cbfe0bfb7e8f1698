// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { Matter } from './matters.ts'
import type { Client } from './clients.ts'
import type { Files, Reads, Several, TimedListParams } from '../resources/crud.ts'

/**
 * Every invoice status, for select boxes and checks at run time. Status of the invoice. `draft`: not issued yet.
 * `sent`: issued and not due yet. `overdue`: issued, not fully paid, and past `due_date` in the time zone of the firm.
 * `paid`: nothing is open. `cancelled`: void, credited in full, or written off without a payment.
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
   * and past `due_date` in the time zone of the firm. `paid`: nothing is open. `cancelled`: void, credited in full, or
   * written off without a payment.
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
  /** Sum of the lines without tax. For an invoice without lines, `total_amount`. */
  net_amount: number
  /** Sum of the taxes: `total_amount` minus `net_amount`. */
  tax_amount: number
  /**
   * The amount that the client still owes, as `open_amount`: `total_amount` minus `amount_paid`, `credited_amount` and
   * `written_off_amount`. 0 for a draft and a void invoice.
   */
  balance: number
  /** Reference that the client requires on the invoice, as in `bill_to`. */
  client_reference: string | null
  /** Day of the first work or cost on the invoice, `YYYY-MM-DD`. */
  period_from: string | null
  /** Day of the last work or cost on the invoice, `YYYY-MM-DD`. */
  period_to: string | null
  /** Language of the invoice (BCP 47). Fixed when the invoice is issued; a draft has the language of the firm. */
  language: string | null
  /**
   * Time at which a member last sent the invoice by email. Null if it was not sent by email. ISO 8601, UTC, with
   * milliseconds.
   */
  sent_at: string | null
  /**
   * Recipient of the invoice, fixed when the invoice is issued. A draft has the client as it is now. Null without a
   * client.
   */
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

/** Filters of the list of invoices. */
export interface InvoiceListParams extends TimedListParams {
  /** Only invoices with this `status`. An array of up to 200 values matches any of them. */
  readonly status?: Several<InvoiceStatus> | undefined
  /** Only invoices of the matter with this ID. An array of up to 200 values matches any of them. */
  readonly case_id?: Several<number> | undefined
  /** Only invoices of the client with this ID (`client_user_id`). An array of up to 200 values matches any of them. */
  readonly client_id?: Several<number> | undefined
  /** Only invoices with this `invoice_number`. An array of up to 200 values matches any of them. */
  readonly invoice_number?: Several<string> | undefined
  /** Only invoices issued on this day or later, `YYYY-MM-DD`. A string, or a Date at 00:00 UTC. */
  readonly issued_from?: string | Date | undefined
  /** Only invoices issued on this day or earlier, `YYYY-MM-DD`. A string, or a Date at 00:00 UTC. */
  readonly issued_to?: string | Date | undefined
  /** Only invoices due on this day or later, `YYYY-MM-DD`. A string, or a Date at 00:00 UTC. */
  readonly due_from?: string | Date | undefined
  /** Only invoices due on this day or earlier, `YYYY-MM-DD`. A string, or a Date at 00:00 UTC. */
  readonly due_to?: string | Date | undefined
  /** Only invoices paid on this day or later, `YYYY-MM-DD`. A string, or a Date at 00:00 UTC. */
  readonly paid_from?: string | Date | undefined
  /** Only invoices paid on this day or earlier, `YYYY-MM-DD`. A string, or a Date at 00:00 UTC. */
  readonly paid_to?: string | Date | undefined
}

/** Format of the file of an invoice. */
export type InvoiceFileFormat = 'pdf' | 'factur-x' | 'xrechnung' | 'ledes1998b'

/** The file of an invoice. */
export interface InvoiceFileParams {
  /** Format of the file. Default: `pdf`. */
  readonly format?: InvoiceFileFormat | undefined
}

/**
 * Every invoice line kind, for select boxes and checks at run time. Kind of a line. `time`: a time entry. `expense`: an
 * expense. `fee`: any other line, such as a fixed fee.
 */
export const invoiceLineKinds = ['time', 'fee', 'expense'] as const

/** One of `invoiceLineKinds`. */
export type InvoiceLineKind = (typeof invoiceLineKinds)[number]

/** Every invoice unit, for select boxes and checks at run time. Unit of a quantity: `hour` for time, else `piece`. */
export const invoiceUnits = ['hour', 'piece'] as const

/** One of `invoiceUnits`. */
export type InvoiceUnit = (typeof invoiceUnits)[number]

/**
 * Every tax category, for select boxes and checks at run time. Tax category of EN 16931: `S` standard or reduced rate,
 * `Z` zero rate, `E` exempt, `AE` reverse charge, `O` not subject to tax.
 */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'O'] as const

/** One of `taxCategories`. */
export type TaxCategory = (typeof taxCategories)[number]

/** A line of an invoice. */
export interface InvoiceLine {
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
  /** Discount in percent, if the line has one. */
  discount_percent: number | null
  /**
   * ID of the time entry that the line bills. Null for other lines, for a deleted time entry, and on a void invoice,
   * whose time is unbilled again.
   */
  time_entry_id: number | null
  /** ID of the expense that the line bills. Null as for `time_entry_id`. */
  expense_id: number | null
  /** ID of the matter of the time entry or expense. */
  case_id: number | null
}

/** Sum of the lines of one tax category and rate, and the tax on it. */
export interface TaxTotal {
  /**
   * Tax category of EN 16931: `S` standard or reduced rate, `Z` zero rate, `E` exempt, `AE` reverse charge, `O` not
   * subject to tax.
   */
  category: TaxCategory
  /** Tax rate in percent. 0 for each category except `S`. */
  percent: number
  /** Sum of the lines with this category and rate, without tax. */
  base_amount: number
  /** `base_amount` times `percent`, rounded once, half up. */
  tax_amount: number
  /** Reason for no tax, for the categories that need one. */
  reason: string | null
}

/** Part of a payment or credit note that pays the invoice. */
export interface InvoicePayment {
  /** ID of the payment. Null for a credit note. */
  payment_id: number | null
  /** ID of the credit note. Null for a payment. */
  credit_note_id: number | null
  /** Part of the payment or credit note that pays this invoice. */
  amount: number
  /** Day of the payment or credit note, `YYYY-MM-DD`. */
  paid_on: string
  /** Method of payment, as free text. Null for a credit note. */
  method: string | null
  /** Reference of the payment, or the number of the credit note. */
  reference: string | null
}

/** Related records of an invoice, for `expand`. */
export interface InvoiceRelated {
  /** Record with the ID in `case_id`. */
  case: Matter | null
  /** Record with the ID in `client_user_id`. */
  client: Client | null
  /** Lines, in their order on the invoice. */
  lines: InvoiceLine[]
  /** Taxes by category and rate. */
  taxes: TaxTotal[]
  /**
   * Payments and credit notes that pay the invoice, in the order of allocation. Together they are `amount_paid` plus
   * `credited_amount`, unless a member marked the invoice as paid.
   */
  payments: InvoicePayment[]
}

/** The operations of invoices, which are read-only. */
export type Invoices = Reads<Invoice, InvoiceListParams, InvoiceRelated> & Files<InvoiceFileParams>

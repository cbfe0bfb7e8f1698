import type { Environment } from '@matterbase/db'
import type { LineKind, TaxCategory } from '@matterbase/schemas'

/**
 * An invoice or credit note as it was issued. Later changes do not affect it. Amounts are decimals as PostgreSQL writes
 * them, so that they are never rounded. Days are `YYYY-MM-DD`.
 */
export interface FrozenInvoice {
  readonly kind: 'invoice' | 'credit_note'
  readonly environment: Environment
  readonly number: string
  readonly issued: string
  readonly due: string | null
  /** The first and the last day of the work on it. */
  readonly period: { readonly from: string; readonly to: string } | null
  /** ISO 4217. Null if the firm has no currency. */
  readonly currency: string | null
  /** How many digits its amounts have behind the point. */
  readonly digits: number
  /** A BCP 47 tag: how the firm writes numbers and dates. */
  readonly locale: string
  readonly seller: Seller
  readonly buyer: Buyer
  readonly matter: FrozenMatter | null
  /** The invoice that a credit note corrects. */
  readonly corrects: { readonly number: string; readonly issued: string } | null
  /** Why a credit note was made. */
  readonly reason: string | null
  /** In the order of the invoice. */
  readonly lines: readonly FrozenLine[]
  /** By category and percent. */
  readonly taxes: readonly FrozenTax[]
  readonly totals: {
    /** The sum of the lines. */
    readonly net: string
    /** The sum of the taxes. */
    readonly tax: string
    readonly total: string
  }
  readonly payment: PaymentDetails
  /** The text below the lines. */
  readonly note: string | null
}

/** The firm's profile. */
export interface Seller {
  readonly name: string
  readonly street: string | null
  readonly postalCode: string | null
  readonly city: string | null
  readonly region: string | null
  /** ISO 3166, two letters. */
  readonly country: string | null
  readonly taxNumber: string | null
  readonly vatId: string | null
  readonly contactName: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly website: string | null
  /** The SHA-256 of the logo in hex: it stays in `firm_logos`. */
  readonly logo: string | null
}

export interface Buyer {
  /** The client. */
  readonly id: number | null
  readonly name: string | null
  readonly contactName: string | null
  readonly email: string | null
  /** As it is typed, in any number of lines. */
  readonly address: string | null
  readonly street: string | null
  readonly postalCode: string | null
  readonly city: string | null
  readonly region: string | null
  /** ISO 3166, two letters. */
  readonly country: string | null
  readonly vatId: string | null
  /** The reference that the client requires on invoices. For German authorities, the Leitweg-ID. */
  readonly reference: string | null
  /** The electronic address for e-invoices, with the number of its scheme as prefix; null: the email address. */
  readonly electronicAddress: string | null
}

export interface FrozenMatter {
  readonly id: number
  readonly title: string
  /** The number that the firm gave it. Missing in invoices of earlier versions. */
  readonly number?: string | null
  /** The number that a court or authority gave it. */
  readonly officialNumber: string | null
  /** The number that the client has for it. */
  readonly clientMatterId: string | null
}

export interface FrozenLine {
  readonly kind: LineKind
  /** When the time was worked, or the expense had. */
  readonly date: string | null
  readonly description: string
  /** Hours of time, pieces of what else there is. */
  readonly quantity: string
  /** Missing for hours of time and pieces of other lines. A credited part of hours is one piece. */
  readonly unit?: 'piece'
  readonly unitPrice: string
  /** The discount on quantity × unit price, which is rounded first. */
  readonly discount: string
  /** Quantity × unit price less the discount, without tax. */
  readonly net: string
  readonly category: TaxCategory
  readonly percent: string
  /** Who worked. */
  readonly member: Timekeeper | null
  /** Free text of time, the UTBMS code of an expense. */
  readonly activity: string | null
  /** The matter that it was worked on. Missing in invoices of earlier versions. */
  readonly caseId?: number | null
}

export interface Timekeeper {
  readonly id: string
  readonly name: string
  /** The ID of the member in LEDES files. */
  readonly timekeeperId: string | null
  /** The classification in LEDES: PT, AS, OC, PL, LA, OT. */
  readonly classification: string | null
}

export interface FrozenTax {
  readonly category: TaxCategory
  readonly percent: string
  /** The sum of the lines with this category and percent. */
  readonly base: string
  /** Base × percent, rounded once, half up. */
  readonly tax: string
  /** The reason for a tax of 0, for categories that need one. */
  readonly reason: string | null
}

export interface PaymentDetails {
  readonly accountHolder: string | null
  readonly bankName: string | null
  readonly iban: string | null
  readonly bic: string | null
  /** Days from issue to due date. */
  readonly days: number | null
}

// Generated from the contract. `npx pnpm@12 generate` writes it again.

/** The firm: its address, currency, time zone and billing rules. */
export interface Firm {
  /** Name of the firm on invoices. Without a legal name, the name of the account. */
  name: string
  /** Street and house number. */
  street: string | null
  /** Postal code. */
  postal_code: string | null
  /** City. */
  city: string | null
  /** State or region. */
  region: string | null
  /** Country, two letters (ISO 3166). */
  country: string | null
  /** Tax number, as printed on invoices. */
  tax_number: string | null
  /** VAT ID, as printed on invoices. */
  vat_id: string | null
  /** Contact person on invoices. */
  contact_name: string | null
  /** Phone number on invoices. */
  phone: string | null
  /** Email address on invoices. */
  email: string | null
  /** URL of the website. */
  website: string | null
  /**
   * Currency of rates and expenses, and of new invoices (ISO 4217). Null if the firm has not set one. Then amounts have
   * no currency.
   */
  currency: string | null
  /** Time zone of the firm (IANA). Days, such as `due_date` and today, are days in this zone. */
  time_zone: string
  /** Language and region for numbers and dates on invoices (BCP 47). */
  locale: string | null
  /** Days from the issue of an invoice to its due date. */
  payment_days: number | null
  /**
   * Billing increment in minutes. `billed_hours` of a time entry is rounded up to it. Null if hours are not rounded.
   */
  increment_minutes: number | null
}

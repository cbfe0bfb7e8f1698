import type { FrozenInvoice } from '@matterbase/domain'

/** What is drawn, as plain data: an invoice as it was issued, and what has happened since. */
export interface PrintedInvoice {
  readonly invoice: FrozenInvoice
  readonly since: InvoiceSince
  /** A PNG or JPEG; its hash is that of the invoice's seller. */
  readonly logo: Uint8Array | null
  /** What its QR code for payment says. */
  readonly epc: string | null
  /** The XML of a Factur-X, which makes it one. */
  readonly facturX: string | null
}

interface InvoiceSince {
  /** Of the invoice; null for a credit note. */
  readonly status: string | null
  readonly paidOn: string | null
  readonly paid: string
  /** What is left to pay. */
  readonly due: string
}

import type { FrozenInvoice } from '@matterbase/domain'

/** An invoice to draw, as plain data: its state at the issue, and its later payments. */
export interface PrintedInvoice {
  readonly invoice: FrozenInvoice
  readonly since: InvoiceSince
  /** A PNG or JPEG. The seller of the invoice has its hash. */
  readonly logo: Uint8Array | null
  /** The content of the QR code for payment. */
  readonly epc: string | null
  /** The XML of a Factur-X. */
  readonly facturX: string | null
}

interface InvoiceSince {
  /** The status of the invoice. Null for a credit note. */
  readonly status: string | null
  readonly paidOn: string | null
  readonly paid: string
  /** The open amount. */
  readonly due: string
}

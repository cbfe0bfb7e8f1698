import type { FrozenInvoice } from '@matterbase/domain'
import { epcOf } from '@matterbase/domain/einvoice'

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

export interface InvoiceSince {
  /** The status of the invoice. Null for a credit note. */
  readonly status: string | null
  readonly isVoid: boolean
  readonly paidOn: string | null
  readonly paid: string
  /** The amount that credit notes took off. */
  readonly credited: string
  readonly writtenOff: string
  /** The open amount. */
  readonly due: string
}

/** The state of a credit note, which never changes. */
export const unsettled: InvoiceSince = {
  status: null,
  isVoid: false,
  paidOn: null,
  paid: '0',
  credited: '0',
  writtenOff: '0',
  due: '0',
}

/** The invoice as it was issued, without anything that happened since. Both halves of a Factur-X show this. */
export function asIssued(printed: PrintedInvoice): PrintedInvoice {
  const { invoice } = printed
  if (invoice.kind === 'credit_note') return printed
  const due = invoice.totals.total
  return { ...printed, since: { ...unsettled, status: 'sent', due }, epc: epcOf(invoice, due) ?? null }
}

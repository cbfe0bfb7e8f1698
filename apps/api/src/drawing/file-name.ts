import type { FrozenInvoice } from '@matterbase/domain'

/** The file name of an invoice or credit note, such as `invoice-INV-2026-0001.pdf`. */
export const fileName = (kind: FrozenInvoice['kind'], number: string | number, ending: string) =>
  `${kind === 'invoice' ? kind : 'credit-note'}-${String(number).replaceAll(/[^\w.-]+/g, '-')}${ending}`

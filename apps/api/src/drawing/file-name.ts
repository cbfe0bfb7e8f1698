import type { FrozenInvoice } from '@matterbase/domain'
import { fileNameOf } from '../http/answer/content-disposition.ts'

/** The file name of an invoice or credit note, such as `invoice-INV-2026-0001.pdf`. */
export const fileName = (kind: FrozenInvoice['kind'], number: string | number, ending: string) =>
  fileNameOf(`${kind === 'invoice' ? kind : 'credit-note'}-${number}`, ending)

import { jsonOf, Prisma } from '@matterbase/db'
import { currencyOrFirms, languageOrFirms } from '../firm/currency.ts'
import { withTag } from '../../core/records/tag.ts'
import { tombstoneOf } from '../../core/records/lists/tombstone.ts'
import { owedAmount } from '../payments/open.ts'
import { netOfInvoice } from './net.ts'

/** The columns of `invoices` in responses, in their order. */
export const invoiceColumns = {
  invoice_id: 'plain',
  invoice_number: 'plain',
  case_id: 'plain',
  client_user_id: 'plain',
  total_amount: 'plain',
  status: 'plain',
  issue_date: 'plain',
  due_date: 'plain',
  paid_date: 'plain',
  amount_paid: 'plain',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  currency: { counted: currencyOrFirms },
  open_amount: { counted: owedAmount },
  credited_amount: { counted: Prisma.sql`trim_scale(credited)` },
  written_off_amount: { counted: Prisma.sql`trim_scale(written_off)` },
  voided_at: 'timestamp',
  written_off_at: 'timestamp',
  write_off_reason: 'plain',
  net_amount: { counted: Prisma.sql`trim_scale(${netOfInvoice})` },
  tax_amount: { counted: Prisma.sql`trim_scale(total_amount - ${netOfInvoice})` },
  balance: { counted: owedAmount },
  client_reference: 'plain',
  period_from: 'plain',
  period_to: 'plain',
  language: { counted: languageOrFirms },
  sent_at: 'timestamp',
  bill_to: 'plain',
} as const

/** Writes a row of `invoices` as JSON text, for GET and events. */
export const invoiceJson = jsonOf(withTag(invoiceColumns))

/** Writes the tombstone of a deleted draft. */
export const invoiceTombstone = tombstoneOf('invoice_id', Prisma.sql`NULL::text`)

import { jsonOf } from '@matterbase/db'
import { currencyOrFirms } from '../firm/currency.ts'

/** The columns of `invoices` that are answered, in their order. */
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
} as const

/** Writes a row of `invoices` as JSON text: what GET answers and what events carry. */
export const invoiceJson = jsonOf(invoiceColumns)

import { jsonOf } from '@matterbase/db'

/** Writes a row of `invoices` as JSON text: what GET answers and what events carry. */
export const invoiceJson = jsonOf({
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
})

/** What an invoice can be (specification §2.4). */
export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue', 'cancelled'] as const

export type InvoiceStatus = (typeof invoiceStatuses)[number]

import type { CreditNote } from '../resources/credit-notes.ts'
import type { Invoice } from '../resources/invoices.ts'
import type { Payment } from '../resources/payments.ts'
import { make, stamps, type Maker } from './records.ts'

export const invoice: Maker<Invoice> = make<Invoice>({
  invoice_id: 1,
  invoice_number: 'INV-1',
  case_id: 1,
  client_user_id: 1,
  total_amount: 360,
  status: 'paid',
  issue_date: '2026-01-15',
  due_date: '2026-02-14',
  paid_date: '2026-01-20',
  amount_paid: 360,
  ...stamps,
  currency: 'EUR',
  open_amount: 0,
  credited_amount: 0,
  written_off_amount: 0,
  voided_at: null,
  written_off_at: null,
  write_off_reason: null,
})

export const payment: Maker<Payment> = make<Payment>({
  id: 1,
  client_id: 1,
  amount: 360,
  currency: 'EUR',
  paid_on: '2026-01-20',
  method: null,
  reference: null,
  allocations: [{ invoice_id: 1, amount: 360 }],
  refunds: [],
  unallocated_amount: 0,
  ...stamps,
})

export const creditNote: Maker<CreditNote> = make<CreditNote>({
  id: 1,
  number: 'CN-1',
  invoice_id: 1,
  client_id: 1,
  total_amount: 60,
  tax_amount: 0,
  currency: 'EUR',
  issue_date: '2026-01-25',
  reason: null,
  allocations: [],
  refunds: [],
  unallocated_amount: 60,
  ...stamps,
})

import { daysBetween } from '@matterbase/schemas/reading'
import { dayFromToday } from '../../components/values/formats.ts'
import type { StatusBadgeProps } from '../../components/values/status-badge.tsx'
import type { Invoice } from './invoice.ts'

type Settled = Pick<
  Invoice,
  'status' | 'due_date' | 'sent_at' | 'amount_paid' | 'voided_at' | 'written_off_at' | 'credited_amount'
>

/** The state of an invoice in words, for the page, the lists and Home. The API has fewer statuses. */
export function invoiceStatus(invoice: Settled): StatusBadgeProps {
  const { status, due_date: due, sent_at: sent, amount_paid: paid } = invoice
  if (status === 'cancelled') return { status: wordOfClosed(invoice) }
  if (status === 'overdue') return { status: overdueText(due), tone: 'bad' }
  if (status !== 'sent') return { status }
  if ((paid ?? 0) > 0) return { status: 'Partly paid', tone: 'warn' }
  return { status: sent === null ? 'Issued' : 'Sent', tone: 'accent' }
}

/** The reason why an invoice without an open amount is closed. */
function wordOfClosed({ voided_at: voided, written_off_at: writtenOff, credited_amount: credited }: Settled) {
  if (voided === null && writtenOff !== null) return 'Written off'
  return voided === null && credited > 0 ? 'Credited' : 'Void'
}

/** `Overdue 12 days` */
export function overdueText(due: string | null): string {
  const days = due === null ? 0 : daysBetween(due, dayFromToday())
  return days < 1 ? 'Overdue' : `Overdue ${days} ${days === 1 ? 'day' : 'days'}`
}

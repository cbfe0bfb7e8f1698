import { Prisma } from '@matterbase/db'
import type { InvoiceStatus } from '@matterbase/schemas'
import { requireUnchanged } from '../../core/records/tag.ts'
import type { Seen } from '../../core/records/tag.ts'
import { recordChange, recordEvents } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { conflict } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { currentContent, frozenColumns } from '../frozen/current-content.ts'
import { requirePayable } from '../lines/invoice-lines.ts'
import { unconfirmed } from '../numbers/confirm-numbers.ts'
import { draftNumber } from '../numbers/draft-number.ts'
import { takeNumber } from '../numbers/invoice-numbers.ts'
import { requireDueAfterIssue } from './invoice-dates.ts'
import { readState, statusFor } from './invoice-state.ts'
import type { InvoiceState, IssueDates } from './invoice-state.ts'
import { writeStatus } from './write-invoice.ts'

interface Issue extends IssueDates {
  readonly id: number
  /** Default: the next number. */
  readonly number?: string | undefined
  readonly seen?: Seen | undefined
}

/**
 * Issues a draft and returns it as JSON text. The invoice takes its number, and its content is final. Without an open
 * amount it is paid, and after its due date it is overdue.
 */
export const issueInvoice = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, { id, seen, number: given, ...dates }: Issue) {
    const draft = await readState(tx, id, dates)
    requireUnchanged(seen, draft.json)
    if (draft.status !== 'draft') throw conflict(`This invoice is ${draft.status}. Only a draft can be issued.`)
    const status = statusFor(draft, draft.isPastDue ? 'overdue' : 'sent')
    const { json, number, isOverdue } = await issueDraft(tx, draft, { status, number: given })
    await recordChange(tx, 'invoice.updated', { before: draft.json, json })
    await recordReached(tx, { json, status, isOverdue })
    return { json, number, status }
  },
  action: 'invoice.issued',
  note: (_issue, { number }) => ({ target: number }),
})

interface IssueAs {
  readonly status: InvoiceStatus
  readonly number?: string | undefined
  /** `YYYY-MM-DD`, of an invoice that is issued as paid. Default: today. */
  readonly paidDate?: string | undefined
}

/** Gives a draft its number, its final content and a status. */
export async function issueDraft(tx: Tx, draft: InvoiceState, { status, number: given, paidDate }: IssueAs) {
  const { id, issueDate, dueDate } = draft
  requireDueAfterIssue({ issueDate, dueDate })
  await requirePayable(tx, id)
  if (draft.isUnconfirmed) throw unconfirmed('invoice')
  // A draft from the command line has its number already.
  const isNumbered = given === undefined && draft.number !== draftNumber(id)
  const number = isNumbered ? draft.number : await takeNumber(tx, 'invoice', { number: given, issueDate })
  const columns = [
    Prisma.sql`invoice_number = ${number}, issue_date = ${issueDate}::text::date, due_date = ${dueDate}::text::date`,
    await contentOf(tx, { ...draft, number }),
  ]
  return { number, ...(await writeStatus(tx, draft, { status, paidDate, columns })) }
}

/** The assignments that store the content of an invoice as final. */
export async function contentOf({ sql, workspaceId }: Tx, invoice: InvoiceState) {
  const head = { ...invoice, issued: invoice.issueDate ?? invoice.createdOn, due: invoice.dueDate }
  return frozenColumns(await currentContent(sql, { workspaceId, id: invoice.id }, head))
}

interface Reached {
  readonly json: string
  readonly status: InvoiceStatus
  readonly isOverdue: boolean
}

/** Records the events of an invoice that has become paid, overdue or void. */
export async function recordReached(tx: Tx, { json, status, isOverdue }: Reached): Promise<void> {
  if (status === 'paid') await recordEvents(tx, 'invoice.paid', [json])
  if (isOverdue) await recordEvents(tx, 'invoice.overdue', [json])
  if (status === 'cancelled') await recordEvents(tx, 'invoice.voided', [json])
}

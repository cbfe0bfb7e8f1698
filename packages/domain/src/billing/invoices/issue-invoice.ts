import { freeze } from '../frozen/find-frozen.ts'
import { requireUnchanged } from '../../core/records/tag.ts'
import type { Seen } from '../../core/records/tag.ts'
import { recordEvents, telling } from '../../core/tx/events.ts'
import type { Tx } from '../../core/tx/write.ts'
import { conflict } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { enter } from './enter-status.ts'
import { requireInvoice } from './find-invoice.ts'
import { requirePayable } from './invoice-lines.ts'
import { draftNumber, takeNumber } from './invoice-numbers.ts'
import { isPastDue, noteOverdue } from './note-overdue.ts'
import { statusWhenIssued } from './status-when-issued.ts'

interface Dates {
  /** `YYYY-MM-DD`. Default: the draft's, or today. */
  readonly issueDate?: string | null | undefined
  /** Default: the draft's, or so many days later as the firm gives for paying. */
  readonly dueDate?: string | null | undefined
}

interface Issue extends Dates {
  readonly id: number
  /** Default: the next one. */
  readonly number?: string | undefined
  readonly seen?: Seen | undefined
}

/** Issues a draft and returns it as JSON text. It takes its number, and its content is final. Without anything to pay it is paid, and past its due date it is overdue. */
export const issueInvoice = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, { id, seen, ...how }: Issue) {
    const { json, status } = await requireInvoice(tx, id)
    requireUnchanged(seen, json)
    if (status !== 'draft') throw conflict(`This invoice is ${status}. Only a draft can be issued.`)
    const read = async () => (await requireInvoice(tx, id)).json
    const { becomes, isOverdue } = await telling(tx, 'invoice.updated', read, async () => {
      await setDates(tx, id, how)
      await leaveDraft(tx, id, how.number)
      const becomes = await statusWhenIssued(tx, id, (await isPastDue(tx, id)) ? 'overdue' : 'sent')
      const isOverdue = await noteOverdue(tx, id, becomes)
      await enter(tx, { id, status: becomes })
      return { becomes, isOverdue }
    })
    const issued = await requireInvoice(tx, id)
    if (becomes === 'paid') await recordEvents(tx, 'invoice.paid', [issued.json])
    if (isOverdue) await recordEvents(tx, 'invoice.overdue', [issued.json])
    return issued
  },
  action: 'invoice.issued',
  note: (_issue, { number }) => ({ target: number }),
})

/** The day of issue is today, and the due date so many days later as the firm gives for paying, unless it is said. */
async function setDates({ sql, workspaceId, now }: Tx, id: number, { issueDate, dueDate }: Dates) {
  await sql.run`
    UPDATE invoices SET issue_date = day, due_date = coalesce(${dueDate ?? null}::text::date, due_date, day + days)
    FROM (SELECT coalesce(${issueDate ?? null}::text::date, issue_date, firm_day(workspace_id, ${now}::timestamptz)) AS day,
                 (SELECT payment_days FROM firm_profiles WHERE firm_profiles.workspace_id = ${workspaceId}) AS days
          FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}) AS issue
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
}

/** What happens to a draft that becomes an invoice, whichever status it has then. */
export async function leaveDraft(tx: Tx, id: number, number?: string): Promise<void> {
  const { sql, workspaceId } = tx
  await requirePayable(tx, id)
  const draft = await requireInvoice(tx, id)
  // One from the command line has been given its number.
  const isNumbered = number === undefined && draft.number !== draftNumber(id)
  const { issue_date: issueDate } = JSON.parse(draft.json) as { issue_date: string | null }
  const taken = isNumbered ? draft.number : await takeNumber(tx, 'invoice', { wanted: number, issueDate })
  await sql.run`
    UPDATE invoices SET invoice_number = ${taken} WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  await freeze(tx, id)
}

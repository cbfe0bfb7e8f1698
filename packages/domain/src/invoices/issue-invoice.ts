import { freeze } from '../frozen/find-frozen.ts'
import { requireUnchanged } from '../records/tag.ts'
import type { Seen } from '../records/tag.ts'
import { telling } from '../tx/events.ts'
import type { Tx } from '../tx/write.ts'
import { conflict } from '../verbs/refused.ts'
import { verb } from '../verbs/verb.ts'
import { enter } from './enter-status.ts'
import { requireInvoice } from './find-invoice.ts'
import { requirePayable } from './invoice-lines.ts'
import { draftNumber, takeNumber } from './invoice-numbers.ts'

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

/** Issues a draft, and answers it as JSON text: it takes its number, and nothing changes what stands on it from then on. */
export const issueInvoice = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, { id, seen, ...how }: Issue) {
    const { json, status } = await requireInvoice(tx, id)
    requireUnchanged(seen, json)
    if (status !== 'draft') throw conflict(`Only a draft can be issued, and this invoice is ${status}`)
    const read = async () => (await requireInvoice(tx, id)).json
    await telling(tx, 'invoice.updated', read, async () => {
      await setDates(tx, id, how)
      await leaveDraft(tx, id, how.number)
      await enter(tx, { id, status: 'sent' })
    })
    return requireInvoice(tx, id)
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
  const taken = isNumbered ? draft.number : await takeNumber(tx, 'invoice', number)
  await sql.run`
    UPDATE invoices SET invoice_number = ${taken} WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}`
  await freeze(tx, id)
}

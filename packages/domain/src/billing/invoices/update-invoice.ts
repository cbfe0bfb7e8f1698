import { Prisma } from '@matterbase/db'
import { requireInvoice } from './find-invoice.ts'
import { replaceLines } from './invoice-lines.ts'
import type { NewLine } from './invoice-lines.ts'
import { workColumns, workOn } from './billed-work.ts'
import { writeInvoice } from './write-invoice.ts'
import { digitsOf } from '@matterbase/schemas/writing'
import { recordChange } from '../../core/tx/events.ts'
import { conflict, invalid } from '../../core/verbs/refused.ts'
import { requireUnchanged } from '../../core/records/tag.ts'
import type { Seen } from '../../core/records/tag.ts'
import { requireRecord } from '../../core/tx/require-record.ts'
import type { Tx } from '../../core/tx/write.ts'
import { verb } from '../../core/verbs/verb.ts'

/** What can be changed of a draft; what is left out stays as it is. */
interface InvoiceChanges {
  readonly case_id?: number | null | undefined
  readonly client_user_id?: number | null | undefined
  /** `YYYY-MM-DD`. */
  readonly issue_date?: string | null | undefined
  readonly due_date?: string | null | undefined
  /** ISO 4217; null: the firm's. With `lines` only, whose amounts are in it. */
  readonly currency?: string | null | undefined
  readonly lines?: readonly NewLine[] | undefined
}

interface StoredInvoice {
  readonly case_id: number | null
  readonly client_user_id: number | null
  readonly issue_date: string | null
  readonly due_date: string | null
  readonly status: string
}

interface InvoiceUpdate {
  readonly id: number
  readonly changes: InvoiceChanges
  readonly seen?: Seen | undefined
}

/** Changes a draft and returns it as JSON text. */
export const updateInvoice = verb({
  allow: ['invoices:write'],
  run: (tx, _actor, update: InvoiceUpdate) => change(tx, update),
  action: 'invoice.updated',
  note: (_update, { number }) => ({ target: number }),
})

/** @throws RefusedError when it is not a draft, and as `createInvoice` does. */
async function change(tx: Tx, { id, changes, seen }: InvoiceUpdate) {
  const invoice = await requireInvoice(tx, id)
  const { json } = invoice
  requireUnchanged(seen, json)
  const current = JSON.parse(json) as StoredInvoice
  if (current.status !== 'draft') throw conflict(`This invoice is ${current.status}. Only a draft can be changed.`)
  const { lines, currency, ...given } = changes
  if (currency !== undefined && lines === undefined)
    throw invalid(
      'lines',
      'required',
      'Send `lines` when you change `currency`, because line amounts are in that currency.',
    )
  const fields = Object.entries(given).filter(([, value]) => value !== undefined)
  const next: StoredInvoice = { ...current, ...Object.fromEntries(fields) }
  const isSame = fields.every(([name, value]) => current[name as keyof StoredInvoice] === value)
  if (isSame && lines === undefined) return invoice
  if (next.case_id !== current.case_id) await requireRecord(tx, 'matters', next.case_id, 'case_id')
  if (next.client_user_id !== current.client_user_id) {
    await requireRecord(tx, 'clients', next.client_user_id, 'client_user_id')
    if (lines === undefined)
      for (const column of workColumns) if ((await workOn(tx, id, column)).length > 0) throw workOfAnother()
  }
  const { json: changed } = await put(tx, id, next, { lines, currency })
  await recordChange(tx, 'invoice.updated', { before: json, json: changed })
  return { ...invoice, json: changed }
}

async function put(
  tx: Tx,
  id: number,
  next: StoredInvoice,
  { lines, currency }: Pick<InvoiceChanges, 'lines' | 'currency'>,
) {
  // The amounts of the lines have the digits of the currency.
  if (currency !== undefined)
    await tx.sql.run`
      UPDATE invoices SET currency = ${currency}, currency_digits = ${currency && digitsOf(currency)}::int
      WHERE workspace_id = ${tx.workspaceId} AND invoice_id = ${id}`
  if (lines) await replaceLines(tx, { id, clientId: next.client_user_id }, lines)
  return writeInvoice(tx, id, [
    Prisma.sql`case_id = ${next.case_id}, client_user_id = ${next.client_user_id}, updated_at = ${tx.stamp()}`,
    Prisma.sql`issue_date = ${next.issue_date}::text::date, due_date = ${next.due_date}::text::date`,
  ])
}

function workOfAnother() {
  const message = 'The time and expenses on this invoice belong to its current client. Remove them first.'
  return conflict(message, { field: 'client_user_id', code: 'has_time' })
}

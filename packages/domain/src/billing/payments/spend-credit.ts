import { text } from '@matterbase/db'
import { readState } from '../invoices/invoice-state.ts'
import { conflict } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { paying } from './allocate.ts'
import { creditsOf, openAmount } from './open.ts'
import { settle } from './settle.ts'
import { formerSources, sourceColumns, touchSources } from './touch.ts'

/** Pays an invoice with the credit of its client, the oldest credit first. */
export const spendCredit = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, id: number) {
    const { sql, workspaceId } = tx
    const { status, number, clientId, currency } = await readState(tx, id)
    if (status !== 'sent' && status !== 'overdue') throw conflict(`This invoice is ${status}, so nothing is due on it.`)
    const credits = creditsOf(workspaceId, clientId === null ? null : Number(clientId), currency)
    const former = await formerSources(
      tx,
      await sql.rows(sourceColumns)`
      SELECT payment_id, credit_note_id FROM (${credits}) AS credit`,
    )
    const used = await sql.rows({ ...sourceColumns, all: text })`
      WITH used AS (
        INSERT INTO allocations (workspace_id, payment_id, credit_note_id, invoice_id, amount)
        SELECT ${workspaceId}, payment_id, credit_note_id, ${id}, least(rest, owed - before)
        FROM (${credits}) AS credit CROSS JOIN (
          SELECT ${openAmount} AS owed FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${id}) AS invoice
        WHERE owed > before RETURNING payment_id, credit_note_id, amount)
      SELECT payment_id, credit_note_id, (sum(amount) OVER ())::text AS all FROM used`
    const [first] = used
    if (!first) throw conflict('This client has no credit.', { field: 'client_id', code: 'no_credit' })
    await touchSources(tx, used, former)
    return { json: await settle(tx, id, paying(first.all)), number, amount: first.all }
  },
  action: 'invoice.credit_used',
  note: (_id, { number, amount }) => ({ target: number, details: { amount } }),
})

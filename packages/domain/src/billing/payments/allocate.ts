import { bigint, bool, int, orNull, Prisma, text } from '@matterbase/db'
import type { Tx } from '../../core/write/transaction.ts'
import { invalid } from '../../core/verbs/refused.ts'
import { isOpen, isWrittenOff, openAmount, payableAmount } from './open.ts'
import { coverWriteOff, settle } from './settle.ts'
import type { Settling } from './settle.ts'
import { takeBackWriteOff } from './write-offs.ts'

export interface Share {
  readonly invoice_id: number
  readonly amount: number
}

interface Paying {
  readonly paymentId: number
  readonly clientId: number | null
  /** ISO 4217. */
  readonly currency: string | null
  readonly paidOn: string
}

/** Allocates a payment to the client's open invoices, oldest first. The rest is credit. */
export async function allocateOldest(
  { sql, workspaceId }: Tx,
  { paymentId, clientId, currency }: Paying,
): Promise<void> {
  await sql.run`
    INSERT INTO allocations (workspace_id, payment_id, invoice_id, amount)
    SELECT ${workspaceId}, ${paymentId}, invoice_id, least(owed, amount - before) FROM (
      SELECT invoice_id, ${openAmount} AS owed, coalesce(sum(${openAmount}) OVER (
          ORDER BY issue_date, invoice_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before
      FROM invoices
      WHERE workspace_id = ${workspaceId} AND client_user_id = ${clientId}::bigint AND ${isOpen} AND ${openAmount} > 0
        AND currency IS NOT DISTINCT FROM ${currency}::text
    ) AS open CROSS JOIN (SELECT amount FROM payments WHERE workspace_id = ${workspaceId} AND id = ${paymentId}) AS payment
    WHERE amount > before ORDER BY before`
}

/** Allocates a payment to the given invoices. @throws RefusedError at the first share that does not fit. */
export async function allocateAsSaid(tx: Tx, of: Paying, shares: readonly Share[]): Promise<void> {
  const { sql, workspaceId } = tx
  await requireFitting(tx, of, shares)
  await sql.run`
    INSERT INTO allocations (workspace_id, payment_id, invoice_id, amount)
    SELECT ${workspaceId}, ${of.paymentId}, invoice_id, amount
    FROM json_to_recordset(${JSON.stringify(shares)}::json) AS share (invoice_id bigint, amount numeric) WHERE amount > 0`
}

/** Adds the allocations of a payment to the paid amounts of its invoices. The part of a write-off that it pays is taken back. */
export async function settlePaid(tx: Tx, { paymentId, paidOn }: Paying): Promise<void> {
  const shares = await tx.sql.rows({ invoice_id: bigint, amount: text, covers_write_off: bool })`
    SELECT invoice_id, share.amount::text AS amount, share.amount > ${openAmount} AND written_off > 0 AS covers_write_off
    FROM allocations AS share JOIN invoices USING (workspace_id, invoice_id)
    WHERE share.workspace_id = ${tx.workspaceId} AND payment_id = ${paymentId} ORDER BY share.id`
  for (const { invoice_id: id, amount, covers_write_off: coversWriteOff } of shares) {
    const invoiceId = Number(id)
    if (coversWriteOff) await takeBackWriteOff(tx, { invoiceId, share: amount, day: paidOn })
    await settle(tx, invoiceId, { ...paying(amount), ...(coversWriteOff && coverWriteOff(amount)) }, paidOn)
  }
}

export const paying = (amount: string): Settling => ({
  paid: Prisma.sql`(coalesce(amount_paid, 0) + ${amount}::text::numeric)`,
})

async function requireFitting(tx: Tx, { paymentId, clientId, currency }: Paying, shares: readonly Share[]) {
  const { workspaceId } = tx
  const rows = await tx.sql.rows({
    place: int,
    is_known: bool,
    is_open: bool,
    is_too_much: bool,
    is_repeated: bool,
    is_of_another: bool,
    is_other_money: bool,
    number: orNull(text),
    over: bool,
    under: bool,
  })`
    SELECT share.place, invoice.invoice_id IS NOT NULL AS is_known, coalesce(${isOpen} OR ${isWrittenOff}, false) AS is_open,
           coalesce(share.amount > ${payableAmount}, false) AS is_too_much,
           count(*) OVER (PARTITION BY share.invoice_id) > 1 AS is_repeated,
           coalesce(client_user_id IS DISTINCT FROM ${clientId}::bigint, false) AS is_of_another,
           invoice.currency IS DISTINCT FROM ${currency}::text AS is_other_money, invoice_number AS number,
           sum(share.amount) OVER () > payment.amount AS over, sum(share.amount) OVER () < payment.amount AS under
    FROM json_to_recordset(${JSON.stringify(shares.map((share, place) => ({ ...share, place })))}::json)
      AS share (place int, invoice_id bigint, amount numeric)
    CROSS JOIN (SELECT amount FROM payments WHERE workspace_id = ${workspaceId} AND id = ${paymentId}) AS payment
    LEFT JOIN (SELECT * FROM invoices WHERE workspace_id = ${workspaceId}) AS invoice ON invoice.invoice_id = share.invoice_id
    ORDER BY share.place`
  for (const row of rows) {
    const refuse = (member: string, code: string, message: string) =>
      invalid(`allocations[${row.place}].${member}`, code, message)
    if (!row.is_known) throw refuse('invoice_id', 'not_found', 'there is no such invoice in this workspace')
    if (row.is_repeated)
      throw refuse('invoice_id', 'repeated', `Invoice ${row.number} appears more than once. Remove the duplicate`)
    if (!row.is_open) throw refuse('invoice_id', 'not_open', `Nothing is due on invoice ${row.number}. Leave it out`)
    if (row.is_of_another)
      throw refuse('invoice_id', 'other_client', `Invoice ${row.number} belongs to another client. Leave it out`)
    if (row.is_other_money)
      throw refuse(
        'invoice_id',
        'other_currency',
        `Invoice ${row.number} is in another currency. Record a separate payment for it`,
      )
    if (row.is_too_much)
      throw refuse('amount', 'too_much', `This is more than the open amount of invoice ${row.number}`)
    if (row.over) throw refuse('amount', 'too_much', 'The amounts together are more than the payment')
    if (row.under && clientId === null)
      throw invalid(
        'amount',
        'no_client',
        'The payment is more than the open amount, and the invoice has no client who could keep the rest as credit',
      )
  }
}

import { bigint, bool, orNull, Prisma, text } from '@matterbase/db'
import { removeExternalRecord } from '../external-records/remove-external-record.ts'
import { settleWork } from '../lines/billed-work.ts'
import { requireInvoice } from '../invoices/find-invoice.ts'
import { writeInvoice } from '../invoices/write-invoice.ts'
import { recordChange, recordEvents, recordNew } from '../../core/write/record-events.ts'
import { requireRecord } from '../../core/tx/require-record.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { conflict, notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { allocateAsSaid, allocateOldest, settlePaid } from './allocate.ts'
import type { Share } from './allocate.ts'
import { requirePayable } from './money.ts'
import { openAmount } from './open.ts'
import { isRefundedTooMuch } from './refundable.ts'
import { paymentReads } from './read-payments.ts'
import { settle } from './settle.ts'
import { recordWriteOff } from './write-offs.ts'

export interface NewPayment {
  /** A UUID: sent twice, the payment is recorded once. */
  readonly key: string
  readonly client_id: number | null
  readonly amount: number
  /** `YYYY-MM-DD`. */
  readonly paid_on: string
  readonly method?: string | null | undefined
  readonly reference?: string | null | undefined
  /** Default: the client's open invoices, the oldest first. */
  readonly allocations?: readonly Share[] | undefined
}

/** Records a payment. Invoices without an open amount become `paid`, and the rest is the client's credit. */
export const recordPayment = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, payment: NewPayment) {
    const known = await recorded(tx, payment)
    if (known !== undefined) return { id: known, isNew: false }
    await requireRecord(tx, 'clients', payment.client_id, 'client_id')
    const currency = await currencyFor(tx, payment)
    const paymentId = await insert(tx, payment, currency)
    const of = { paymentId, clientId: payment.client_id, currency, paidOn: payment.paid_on }
    await (payment.allocations ? allocateAsSaid(tx, of, payment.allocations) : allocateOldest(tx, of))
    await recordNew(tx, 'payment.created', () => paymentReads.get(tx.sql, tx.workspaceId, paymentId))
    await settlePaid(tx, of)
    return { id: paymentId, isNew: true }
  },
  action: 'payment.recorded',
  note: ({ amount }, { id, isNew }) => (isNew ? { target: `payment ${id}`, details: { amount } } : undefined),
})

/** @throws RefusedError when the same key was sent with another payment. */
async function recorded({ sql, workspaceId }: Tx, { key, client_id: clientId, amount }: NewPayment) {
  const [known] = await sql.rows({ id: bigint, is_same: bool, is_removed: bool })`
    SELECT id, deleted_at IS NOT NULL AS is_removed, client_id IS NOT DISTINCT FROM ${clientId}::bigint AND amount = ${String(amount)}::text::numeric AS is_same
    FROM payments WHERE workspace_id = ${workspaceId} AND request_key = ${key}::text::uuid`
  if (known && !known.is_same)
    throw conflict('Another payment was recorded with this idempotency key. Use a new one.', {
      field: 'key',
      code: 'taken',
    })
  if (known?.is_removed)
    throw conflict('The payment with this idempotency key was reversed. Record a new payment with a new key.', {
      field: 'key',
      code: 'taken',
    })
  return known && Number(known.id)
}

/** The currency of the invoices, or of the firm. @throws RefusedError for an amount with too many decimals. */
async function currencyFor({ sql, workspaceId }: Tx, { amount, allocations = [] }: NewPayment) {
  const [first] = allocations
  const [row] = await sql.rows({ currency: orNull(text) })`
    SELECT CASE WHEN ${first !== undefined} THEN (
        SELECT currency FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_id = ${first?.invoice_id ?? 0})
      ELSE (SELECT currency FROM firm_profiles WHERE workspace_id = ${workspaceId}) END AS currency`
  const currency = row?.currency ?? null
  requirePayable('amount', amount, currency)
  for (const [at, share] of allocations.entries()) requirePayable(`allocations[${at}].amount`, share.amount, currency)
  return currency
}

async function insert(
  { sql, workspaceId, now, stamp }: Tx,
  payment: NewPayment,
  currency: string | null,
): Promise<number> {
  const { client_id: clientId, amount, paid_on: paidOn, method = null, reference = null, key } = payment
  const [row] = await sql.rows({ id: bigint })`
    INSERT INTO payments (workspace_id, client_id, amount, currency, paid_on, method, reference, request_key, created_at, updated_at)
    VALUES (${workspaceId}, ${clientId}, ${String(amount)}::text::numeric, ${currency}, ${paidOn}::text::date, ${method}, ${reference},
            ${key}::text::uuid, ${now}, ${stamp()})
    RETURNING id`
  return Number(row?.id)
}

/** Reverses a payment. The amount is due again. */
export const removePayment = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, id: number) {
    const { sql, workspaceId } = tx
    await requireNotRefunded(tx, id)
    const shares = await sql.rows({ invoice_id: bigint, amount: text })`
      DELETE FROM allocations WHERE workspace_id = ${workspaceId} AND payment_id = ${id}
      RETURNING invoice_id, amount::text AS amount`
    const stamp = tx.stamp()
    const [payment] = await sql.rows({ amount: text, client_id: orNull(bigint), currency: orNull(text) })`
      UPDATE payments SET deleted_at = ${tx.now}, updated_at = ${stamp}
      WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL
      RETURNING amount::text AS amount, client_id, currency`
    if (!payment) throw notFound()
    const tombstone = { id, external_id: null, deleted_at: tx.now, updated_at: stamp }
    await recordEvents(tx, 'payment.deleted', [JSON.stringify(tombstone)])
    await removeExternalRecord(tx, 'payment', id)
    for (const { invoice_id: invoiceId, amount } of shares) await takeOff(tx, Number(invoiceId), amount)
    const { client_id: clientId, currency, amount } = payment
    if (clientId !== null && (await isRefundedTooMuch(tx, { clientId: Number(clientId), currency }))) throw refunded()
    return { amount }
  },
  action: 'payment.removed',
  note: (id, { amount }) => ({ target: `payment ${id}`, details: { amount } }),
})

/** @throws RefusedError when some of a payment was paid back: that would be money that never came. */
async function requireNotRefunded({ sql, workspaceId }: Tx, id: number) {
  const shares = await sql.rows({})`
    SELECT FROM refund_shares WHERE workspace_id = ${workspaceId} AND payment_id = ${id} LIMIT 1`
  if (shares.length > 0) throw refunded()
}

const refunded = () =>
  conflict('This payment was refunded in part or in full. Reverse the refund first.', { field: 'id', code: 'refunded' })

/** A paid invoice is due again: sent, or overdue when its due date has passed. */
async function takeOff(tx: Tx, id: number, amount: string) {
  await settleWork(tx, id, 'sent')
  const change = await writeInvoice(tx, id, [
    Prisma.sql`amount_paid = nullif(amount_paid - ${amount}::text::numeric, 0), paid_date = NULL, updated_at = ${tx.stamp()}`,
    Prisma.sql`status = CASE WHEN status <> 'paid' THEN status
      WHEN due_date < today THEN 'overdue' ELSE 'sent' END`,
  ])
  await recordChange(tx, 'invoice.updated', change)
}

/** Writes off the open amount of an invoice. The work on it stays billed. */
export const writeOff = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, { id, reason = null }: { readonly id: number; readonly reason?: string | null | undefined }) {
    const { status, number, open } = await requireInvoice(tx, id)
    if (status !== 'sent' && status !== 'overdue') throw conflict(`This invoice is ${status}, so nothing is due on it.`)
    await recordWriteOff(tx, id, open)
    const json = await settle(tx, id, {
      writtenOff: Prisma.sql`(written_off + ${openAmount})`,
      columns: [Prisma.sql`written_off_at = ${tx.now}, write_off_reason = ${reason}`],
    })
    return { json, number }
  },
  action: 'invoice.written_off',
  note: ({ reason = null }, { number }) => ({ target: number, details: { reason } }),
})

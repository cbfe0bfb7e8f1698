import { bigint, bool, text } from '@matterbase/db'
import { unitsOf } from '@matterbase/schemas/decimal'
import { requireRecord } from '../../core/tx/require-record.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { conflict, invalid, notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { decimal, requirePayable } from './money.ts'
import { creditsOf } from './open.ts'
import { refundableOf } from './refundable.ts'
import { formerSources, sourceColumns, touchSources } from './touch.ts'

export interface NewRefund {
  /** A UUID: sent twice, the refund is recorded once. */
  readonly key: string
  readonly client_id: number
  readonly amount: number
  /** ISO 4217: of the credit that is paid back. */
  readonly currency: string | null
  /** `YYYY-MM-DD`. */
  readonly paid_on: string
  readonly method?: string | null | undefined
  readonly reference?: string | null | undefined
}

/** Records that a client was paid back of its credit: of what it paid too much, or was credited, the oldest first. */
export const recordRefund = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, refund: NewRefund) {
    const known = await recorded(tx, refund)
    if (known !== undefined) return { id: known, isNew: false }
    await requireRecord(tx, 'clients', refund.client_id, 'client_id')
    requirePayable('amount', refund.amount, refund.currency)
    await requireCredit(tx, refund)
    await requirePaid(tx, refund)
    return { id: await insert(tx, refund), isNew: true }
  },
  action: 'refund.recorded',
  note: ({ amount, currency }, { id, isNew }) =>
    isNew ? { target: `refund ${id}`, details: { amount, currency } } : undefined,
})

/** @throws RefusedError when the same key was sent with another refund. */
async function recorded({ sql, workspaceId }: Tx, { key, client_id: clientId, amount, currency }: NewRefund) {
  const [known] = await sql.rows({ id: bigint, is_same: bool, is_removed: bool })`
    SELECT id, deleted_at IS NOT NULL AS is_removed, client_id = ${clientId} AND amount = ${decimal(amount)}::text::numeric
             AND currency IS NOT DISTINCT FROM ${currency}::text AS is_same
    FROM refunds WHERE workspace_id = ${workspaceId} AND request_key = ${key}::text::uuid`
  if (known && !known.is_same)
    throw conflict('Another refund was recorded with this idempotency key. Use a new one.', {
      field: 'key',
      code: 'taken',
    })
  if (known?.is_removed)
    throw conflict('The refund with this idempotency key was reversed. Record a new refund with a new key.', {
      field: 'key',
      code: 'taken',
    })
  return known && Number(known.id)
}

/** The workspace is locked, so the credit cannot change before the insert. */
async function requireCredit({ sql, workspaceId }: Tx, { client_id: clientId, amount, currency }: NewRefund) {
  const [credit] = await sql.rows({ amount: text, is_enough: bool })`
    SELECT trim_scale(coalesce(sum(rest), 0))::text AS amount, coalesce(sum(rest), 0) >= ${decimal(amount)}::text::numeric AS is_enough
    FROM (${creditsOf(workspaceId, clientId, currency)}) AS credit`
  if (credit?.is_enough) return
  const most = [credit?.amount ?? '0', ...(currency === null ? [] : [currency])].join(' ')
  throw invalid('amount', 'too_much', `The credit of this client is ${most}. Refund at most that`)
}

/** Credit can be more than what was paid: of a credit note on an invoice whose payment was reversed. */
async function requirePaid(tx: Tx, { client_id: clientId, amount, currency }: NewRefund) {
  const most = await refundableOf(tx, { clientId, currency })
  if (unitsOf(decimal(amount), 20) <= unitsOf(most, 20)) return
  const said = [most, ...(currency === null ? [] : [currency])].join(' ')
  throw invalid('amount', 'too_much', `The client paid ${said} that is not refunded yet. Refund at most that.`)
}

async function insert(tx: Tx, refund: NewRefund): Promise<number> {
  const { sql, workspaceId, now } = tx
  const { client_id: clientId, amount, currency, paid_on: paidOn, method = null, reference = null, key } = refund
  const credits = creditsOf(workspaceId, clientId, currency)
  const former = await formerSources(
    tx,
    await sql.rows(sourceColumns)`
    SELECT payment_id, credit_note_id FROM (${credits}) AS credit`,
  )
  const shares = await sql.rows({ refund_id: bigint, ...sourceColumns })`
    WITH used AS MATERIALIZED (
      SELECT payment_id, credit_note_id, least(rest, wanted - before) AS part
      FROM (${credits}) AS credit CROSS JOIN (SELECT ${decimal(amount)}::text::numeric AS wanted) AS refund WHERE wanted > before
    ), refund AS (
      INSERT INTO refunds (workspace_id, client_id, amount, currency, paid_on, method, reference, request_key, created_at, booked_documents)
      VALUES (${workspaceId}, ${clientId}, ${decimal(amount)}::text::numeric, ${currency}, ${paidOn}::text::date, ${method},
              ${reference}, ${key}::text::uuid, ${now}, (
        SELECT jsonb_agg(jsonb_build_object('number', number, 'amount', part::text) ORDER BY id)
        FROM used JOIN credit_notes ON credit_notes.workspace_id = ${workspaceId} AND credit_notes.id = credit_note_id))
      RETURNING id
    )
    INSERT INTO refund_shares (workspace_id, refund_id, payment_id, credit_note_id, amount)
    SELECT ${workspaceId}, refund.id, payment_id, credit_note_id, part FROM used CROSS JOIN refund
    RETURNING refund_id, payment_id, credit_note_id`
  await touchSources(tx, shares, former)
  return Number(shares[0]?.refund_id)
}

/** Takes back a refund that was recorded by mistake: what was paid back is the client's credit again. */
export const removeRefund = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, id: number) {
    const { sql, workspaceId } = tx
    const former = await formerSources(
      tx,
      await sql.rows(sourceColumns)`
      SELECT payment_id, credit_note_id FROM refund_shares WHERE workspace_id = ${workspaceId} AND refund_id = ${id}`,
    )
    const shares = await sql.rows(sourceColumns)`
      DELETE FROM refund_shares WHERE workspace_id = ${workspaceId} AND refund_id = ${id} RETURNING payment_id, credit_note_id`
    const [refund] = await sql.rows({ amount: text })`
      UPDATE refunds SET deleted_at = ${tx.now} WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL RETURNING amount::text AS amount`
    if (!refund) throw notFound()
    await touchSources(tx, shares, former)
    return refund
  },
  action: 'refund.removed',
  note: (id, { amount }) => ({ target: `refund ${id}`, details: { amount } }),
})

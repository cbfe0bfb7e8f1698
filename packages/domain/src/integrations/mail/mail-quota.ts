import { filled, float, int, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { accountLimits } from '../../core/storage/account-limits.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { RefusedError } from '../../core/verbs/refused.ts'

/** The maximum of messages about one invoice in an hour. */
const mostOfInvoice = 10

// Counted in whole hours, so that any 24 hours are covered: the current hour and the 24 before.
const isOfDay = Prisma.sql`hour >= date_trunc('hour', now()) - interval '24 hours'`

/** How many emails an account can still send today; each recipient counts. */
export async function mailsLeft(sql: Sql, ownerUuid: string): Promise<number> {
  const { maxMailsPerDay } = await accountLimits(sql, ownerUuid)
  const [{ mails } = { mails: 0 }] = await sql.rows({ mails: filled(int) })`
    SELECT coalesce(sum(mails), 0)::int AS mails FROM mail_counts WHERE owner_uuid = ${ownerUuid}::text::uuid AND ${isOfDay}`
  return maxMailsPerDay - mails
}

/**
 * Counts the emails of a message. Two messages of an account wait for each other, so that the limit is exact.
 *
 * @throws RefusedError rate_limited when they are more than the account may send in 24 hours.
 */
export async function countMails(sql: Sql, ownerUuid: string, recipients: number): Promise<void> {
  await sql.run`
    INSERT INTO mail_counts AS counted (owner_uuid, hour, mails)
    VALUES (${ownerUuid}::text::uuid, date_trunc('hour', now()), ${recipients})
    ON CONFLICT (owner_uuid, hour) DO UPDATE SET mails = counted.mails + excluded.mails`
  const left = await mailsLeft(sql, ownerUuid)
  if (left >= 0) return
  const { maxMailsPerDay: most } = await accountLimits(sql, ownerUuid)
  const used = most - left - recipients
  throw new RefusedError(
    'rate_limited',
    `This account has sent ${used} of the ${most} emails that it can send in 24 hours, and this message has ${recipients}. ` +
      'Each recipient counts. Send it later, or ask the operator of this server for a higher limit.',
    { retryAfter: await secondsUntil(sql, ownerUuid, -left), facts: { limit: most, used } },
  )
}

/** When so many emails of the account are more than a day old. */
async function secondsUntil(sql: Sql, ownerUuid: string, mails: number): Promise<number> {
  const [row] = await sql.rows({ seconds: float })`
    SELECT extract(epoch FROM hour + interval '25 hours' - now())::float8 AS seconds FROM (
      SELECT hour, sum(mails) OVER (ORDER BY hour) AS until FROM mail_counts
      WHERE owner_uuid = ${ownerUuid}::text::uuid AND ${isOfDay}) AS hours
    WHERE until >= ${mails} ORDER BY hour LIMIT 1`
  return Math.max(1, Math.ceil(row?.seconds ?? 3_600))
}

/** @throws RefusedError rate_limited when many messages about an invoice were sent in the last hour. */
export async function requireFewMails({ sql, workspaceId }: Tx, invoiceId: number, number: string): Promise<void> {
  const [row] = await sql.rows({ seconds: float })`
    SELECT extract(epoch FROM created_at + interval '1 hour' - now())::float8 AS seconds FROM mails
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId} ORDER BY id DESC OFFSET ${mostOfInvoice - 1} LIMIT 1`
  if (!row || row.seconds <= 0) return
  throw new RefusedError(
    'rate_limited',
    `Invoice ${number} was sent ${mostOfInvoice} times within an hour, which is the limit. Send it again in an hour.`,
    { retryAfter: Math.ceil(row.seconds), facts: { limit: mostOfInvoice, used: mostOfInvoice } },
  )
}

/** Deletes counts that are too old for the limits. */
export const forgetMailCounts = (sql: Sql) => sql.run`DELETE FROM mail_counts WHERE hour < now() - interval '2 days'`

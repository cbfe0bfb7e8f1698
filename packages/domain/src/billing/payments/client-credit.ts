import { text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { notFound } from '../../core/verbs/refused.ts'
import { allCreditsOf } from './open.ts'

/**
 * The credit of a client by currency, and its refunds, newest first, at most 200. Both are JSON text. @throws
 * RefusedError not_found.
 */
export async function clientCreditOf(sql: Sql, workspaceId: number, clientId: number) {
  const [row] = await sql.rows({ credits: text, refunds: text })`
    SELECT coalesce((SELECT json_agg(credit)::text FROM (
        SELECT currency, sum(rest) AS amount FROM (${allCreditsOf(workspaceId, clientId)}) AS source
        GROUP BY currency ORDER BY currency) AS credit), '[]') AS credits,
      coalesce((SELECT json_agg(refund)::text FROM (
        SELECT id, amount, currency, paid_on, method, reference FROM refunds
        WHERE workspace_id = ${workspaceId} AND client_id = ${clientId} AND deleted_at IS NULL ORDER BY refunds.id DESC LIMIT 200) AS refund), '[]') AS refunds
    FROM clients WHERE workspace_id = ${workspaceId} AND id = ${clientId} AND deleted_at IS NULL`
  if (!row) throw notFound(`No client ${clientId} in this workspace.`)
  return row
}

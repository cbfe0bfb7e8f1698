import { Prisma } from '@matterbase/db'
import { sentAnew } from '@matterbase/domain'
import type { Tx } from '@matterbase/domain'
import { notFound } from '../../http/errors/api-error.ts'
import { deliveryJson } from './deliveries.ts'

/**
 * Makes a delivery of a locked endpoint due again. One that is being sent at the moment is left alone.
 *
 * @param ref its id, or the delivery_id of one of its attempts.
 * @returns the delivery as JSON.
 * @throws ApiError not_found.
 */
export async function retryDelivery(tx: Tx, endpointId: number, ref: string): Promise<string> {
  const { sql, workspaceId } = tx
  const id = await findDelivery(tx, endpointId, ref)
  await sql.$executeRaw`
    UPDATE webhook_deliveries AS delivery SET ${sentAnew} FROM webhook_endpoints AS endpoint
    WHERE delivery.workspace_id = ${workspaceId} AND delivery.id = ${id} AND delivery.status NOT IN ('queued', 'sending')
      AND endpoint.workspace_id = delivery.workspace_id AND endpoint.id = delivery.endpoint_id`
  const [row] = await sql.$queryRaw<{ json: string }[]>`
    SELECT ${deliveryJson} AS json FROM webhook_deliveries WHERE workspace_id = ${workspaceId} AND id = ${id}`
  if (!row) throw notFound()
  return row.json
}

async function findDelivery({ sql, workspaceId }: Tx, endpointId: number, ref: string): Promise<bigint> {
  const which = ref.includes('-')
    ? Prisma.sql`id = (SELECT webhook_delivery_id FROM webhook_attempts WHERE workspace_id = ${workspaceId} AND id = ${ref}::uuid)`
    : Prisma.sql`id = ${ref}::bigint`
  const [row] = await sql.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM webhook_deliveries WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId} AND ${which}`
  if (!row) throw notFound()
  return row.id
}

export interface Span {
  /** Both inclusive, ISO 8601. */
  readonly from: string
  readonly to: string
  readonly status: 'failed' | 'all'
}

/** Orders the deliveries of a span of time to be sent again; the worker carries it out. */
export async function orderReplay(tx: Tx, endpointId: number, { from, to, status }: Span) {
  const { sql, workspaceId, now } = tx
  const statuses = status === 'all' ? ['failed', 'blocked', 'cancelled', 'delivered'] : ['failed', 'blocked']
  // What happens from now on is on its way by itself.
  const until = new Date(Math.min(Date.parse(to), now.getTime()))
  const [row] = await sql.$queryRaw<{ id: bigint; count: number }[]>`
    WITH replay AS (
      INSERT INTO webhook_replays (workspace_id, endpoint_id, from_time, to_time, status, created_at)
      VALUES (${workspaceId}, ${endpointId}, ${from}::text::timestamptz, ${until}, ${status}, ${now}) RETURNING id
    )
    SELECT replay.id, (
      SELECT count(*)::int FROM webhook_deliveries
      WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId} AND status = ANY (${statuses})
        AND created_at BETWEEN ${from}::text::timestamptz AND ${until}
    ) AS count FROM replay`
  if (!row) throw new Error('A replay was not written')
  return { id: Number(row.id), count: row.count }
}

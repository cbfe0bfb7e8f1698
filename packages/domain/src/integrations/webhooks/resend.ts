import { bigint, int, oneOf, Prisma, someOf, text } from '@matterbase/db'
import { eventKinds } from '@matterbase/schemas'
import type { Tx } from '../../core/write/transaction.ts'
import { notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { deliveryJson } from './deliveries.ts'
import { lockEndpoint, parseEndpoint } from './endpoint.ts'
import { holdMaker } from './endpoint-maker.ts'
import { requireReadable } from './event-scopes.ts'
import { pendingAgain } from './held.ts'

interface Retry {
  readonly endpointId: number
  /** The ID of the delivery, or the delivery_id of one of its attempts. */
  readonly ref: string
}

/** Makes a delivery due again and returns it as JSON. A delivery in flight is left alone. */
export const retryDelivery = verb({
  allow: ['webhooks:write'],
  async run(tx, actor, { endpointId, ref }: Retry): Promise<string> {
    const maker = await holdMaker(tx, actor)
    await lockEndpoint(tx, endpointId)
    const { id, kind } = await findDelivery(tx, endpointId, ref)
    requireReadable(maker, [kind])
    return resend(tx, id)
  },
})

async function resend({ sql, workspaceId, now }: Tx, id: bigint): Promise<string> {
  await sql.run`
    UPDATE webhook_deliveries AS delivery SET ${pendingAgain(now)} FROM webhook_endpoints AS endpoint
    WHERE delivery.workspace_id = ${workspaceId} AND delivery.id = ${id} AND delivery.status NOT IN ('queued', 'sending')
      AND endpoint.workspace_id = delivery.workspace_id AND endpoint.id = delivery.endpoint_id`
  const [row] = await sql.rows({ json: text })`
    SELECT ${deliveryJson} AS json FROM webhook_deliveries WHERE workspace_id = ${workspaceId} AND id = ${id}`
  if (!row) throw notFound()
  return row.json
}

async function findDelivery({ sql, workspaceId }: Tx, endpointId: number, ref: string) {
  const which = ref.includes('-')
    ? Prisma.sql`id = (SELECT webhook_delivery_id FROM webhook_attempts WHERE workspace_id = ${workspaceId} AND id = ${ref}::uuid)`
    : Prisma.sql`id = ${ref}::bigint`
  const [row] = await sql.rows({ id: bigint, kind: oneOf(eventKinds) })`
    SELECT id, kind FROM webhook_deliveries WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId} AND ${which}`
  if (!row) throw notFound()
  return row
}

interface Replay {
  readonly endpointId: number
  /** Both inclusive, ISO 8601. */
  readonly from: string
  readonly to: string
  /** Default `failed`. */
  readonly status?: 'failed' | 'all' | undefined
}

/** Orders the deliveries of a span of time to be sent again; the worker carries it out. */
export const replayDeliveries = verb({
  allow: ['webhooks:write'],
  async run(tx, actor, replay: Replay) {
    const maker = await holdMaker(tx, actor)
    const { events } = parseEndpoint(await lockEndpoint(tx, replay.endpointId))
    requireReadable(maker, events)
    const { kinds, ...ordered } = await order(tx, replay)
    // The endpoint may have been subscribed to more than now.
    requireReadable(maker, kinds)
    return ordered
  },
  action: 'webhook.replayed',
  note: ({ endpointId, ...span }) => ({ target: `webhook ${endpointId}`, details: span }),
})

async function order({ sql, workspaceId, now }: Tx, { endpointId, from, to, status = 'failed' }: Replay) {
  const statuses = status === 'all' ? ['failed', 'blocked', 'cancelled', 'delivered'] : ['failed', 'blocked']
  // Later events have deliveries of their own.
  const until = new Date(Math.min(Date.parse(to), now.getTime()))
  const [row] = await sql.rows({ id: bigint, count: int, kinds: someOf(eventKinds) })`
    WITH replay AS (
      INSERT INTO webhook_replays (workspace_id, endpoint_id, from_time, to_time, status, created_at)
      VALUES (${workspaceId}, ${endpointId}, ${from}::text::timestamptz, ${until}, ${status}, ${now}) RETURNING id
    )
    SELECT replay.id, chosen.count, chosen.kinds FROM replay CROSS JOIN (
      SELECT count(*)::int AS count, coalesce(array_agg(DISTINCT kind), '{}') AS kinds FROM webhook_deliveries
      WHERE workspace_id = ${workspaceId} AND endpoint_id = ${endpointId} AND status = ANY (${statuses})
        AND created_at BETWEEN ${from}::text::timestamptz AND ${until}
    ) AS chosen`
  if (!row) throw new Error('A replay was not written')
  return { id: Number(row.id), count: row.count, kinds: row.kinds }
}

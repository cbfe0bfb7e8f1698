import { sentAnew } from '@matterbase/domain'
import { Prisma } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { isReplayed } from '../deliveries/states.ts'

const rowsAtOnce = 500

/**
 * Carries the oldest replay that was ordered one batch further. How far it got commits together with
 * the batch: wherever a process dies, every delivery of the span is made due once.
 *
 * @returns whether there may be more to do.
 */
export async function replayBatch(db: Db): Promise<boolean> {
  const carried = await db.run`
    WITH replay AS MATERIALIZED (
      SELECT * FROM webhook_replays WHERE finished_at IS NULL ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
    ), endpoint AS MATERIALIZED (
      SELECT endpoint.workspace_id, endpoint.id, endpoint.is_active FROM webhook_endpoints AS endpoint
      JOIN replay ON replay.workspace_id = endpoint.workspace_id AND replay.endpoint_id = endpoint.id
      WHERE endpoint.deleted_at IS NULL FOR NO KEY UPDATE OF endpoint
    ), page AS MATERIALIZED (
      SELECT due.id, due.created_at FROM replay CROSS JOIN endpoint CROSS JOIN LATERAL (
        SELECT delivery.id, delivery.created_at FROM webhook_deliveries AS delivery
        WHERE delivery.workspace_id = endpoint.workspace_id AND delivery.endpoint_id = endpoint.id
          AND (delivery.created_at, delivery.id) > (coalesce(replay.last_created_at, replay.from_time), replay.last_id)
          AND delivery.created_at <= replay.to_time
          AND ${isReplayed(Prisma.sql`replay`)}
        ORDER BY delivery.created_at, delivery.id LIMIT ${rowsAtOnce} FOR UPDATE
      ) AS due
    ), sent AS (
      UPDATE webhook_deliveries AS delivery SET ${sentAnew(Prisma.sql`now()`)} FROM page CROSS JOIN endpoint
      WHERE delivery.workspace_id = endpoint.workspace_id AND delivery.id = page.id
    ), last AS (SELECT created_at, id FROM page ORDER BY created_at DESC, id DESC LIMIT 1)
    UPDATE webhook_replays
    SET last_created_at = coalesce((SELECT created_at FROM last), webhook_replays.last_created_at),
        last_id = coalesce((SELECT id FROM last), webhook_replays.last_id),
        finished_at = CASE WHEN (SELECT count(*) FROM page) < ${rowsAtOnce} THEN now() END
    FROM replay WHERE webhook_replays.workspace_id = replay.workspace_id AND webhook_replays.id = replay.id`
  return carried > 0
}

import { advisoryLocks, bool, identifier, int, Prisma, transaction } from '@matterbase/db'
import { countUsage, endUnsentMails, forgetMailTexts } from '@matterbase/domain'
import type { Db, Sql } from '@matterbase/db'
import { isAtRest } from '../deliveries/states.ts'

export interface PruneOptions {
  /** How long attempts, deliveries that are over or held, and events are kept. */
  keepDays: number
  /** The most rows of one table that are deleted in one transaction. */
  batch: number
}

/**
 * Deletes what is too old and gives up messages that were never sent, one small batch of each table, so that no lock is held for long; what
 * somebody works with at the moment is passed over. Soft-deleted records are not touched.
 *
 * @returns rows changed or deleted, by table; more may be left of a table whose count is `batch`.
 */
export async function prune(db: Db, { keepDays, batch }: PruneOptions): Promise<Record<string, number>> {
  const isOld = (column: Prisma.Sql) => Prisma.sql`${column} < now() - ${keepDays}::float8 * interval '1 day'`
  const steps: Record<string, Prisma.Sql> = {
    webhook_attempts: Prisma.sql`webhook_attempts WHERE ${isOld(Prisma.sql`started_at`)}`,
    // One that was sent anew is kept as long as its attempts.
    webhook_deliveries: Prisma.sql`webhook_deliveries AS delivery
      WHERE ${isOld(Prisma.sql`created_at`)} AND ${isAtRest}
        AND NOT EXISTS (SELECT FROM webhook_attempts AS attempt WHERE attempt.workspace_id = delivery.workspace_id
                        AND attempt.webhook_delivery_id = delivery.id OFFSET 0)`,
    // An event and its deliveries have one created_at, which is what their index goes by.
    events: Prisma.sql`events AS event
      WHERE ${isOld(Prisma.sql`created_at`)} AND NOT EXISTS (
        SELECT FROM webhook_endpoints AS endpoint JOIN webhook_deliveries AS delivery
          ON delivery.workspace_id = endpoint.workspace_id AND delivery.endpoint_id = endpoint.id AND delivery.created_at = event.created_at
        WHERE endpoint.workspace_id = event.workspace_id AND delivery.event_id = event.id OFFSET 0)`,
    webhook_replays: Prisma.sql`webhook_replays WHERE ${isOld(Prisma.sql`finished_at`)}`,
  }
  const counts: Record<string, number> = {}
  for (const [table, rows] of Object.entries(steps))
    counts[table] = await alone(
      db,
      (sql) => sql.run`
      WITH old AS MATERIALIZED (SELECT workspace_id, id FROM ${rows} LIMIT ${batch} FOR UPDATE SKIP LOCKED)
      DELETE FROM ${identifier(table)} AS gone USING old WHERE gone.workspace_id = old.workspace_id AND gone.id = old.id`,
    )
  counts['idempotency_keys'] = await alone(db, (sql) => pruneAnswers(sql, batch))
  counts['unsent_mails'] = await alone(db, (sql) => endUnsentMails(sql, batch))
  counts['mail_texts'] = await alone(db, (sql) => forgetMailTexts(sql, batch))
  return counts
}

async function pruneAnswers(sql: Sql, batch: number): Promise<number> {
  const [gone] = await sql.rows({ count: int })`
    WITH old AS MATERIALIZED (
      SELECT workspace_id, api_key_id, key FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
      LIMIT ${batch} FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM idempotency_keys AS kept USING old
      WHERE kept.workspace_id = old.workspace_id AND kept.api_key_id = old.api_key_id AND kept.key = old.key
      RETURNING kept.workspace_id, octet_length(kept.answer) AS bytes
    ), counted AS (${countUsage('stored_answers', Prisma.sql`SELECT workspace_id, -1 AS rows, -bytes AS bytes FROM gone`)})
    SELECT count(*)::int FROM gone`
  return gone?.count ?? 0
}

/** Forgets secrets that were rotated away and whose overlap is over. */
export async function forgetPreviousSecrets(db: Db): Promise<number> {
  return db.run`
    WITH expired AS MATERIALIZED (
      SELECT workspace_id, id FROM webhook_endpoints WHERE previous_secret_expires_at <= now()
      ORDER BY workspace_id, id FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE webhook_endpoints AS endpoint SET previous_secret = NULL, previous_secret_expires_at = NULL
    FROM expired WHERE endpoint.workspace_id = expired.workspace_id AND endpoint.id = expired.id`
}

/** One process at a time. Old rows are found by age through an index, even when the planner expects many. */
async function alone(db: Db, work: (sql: Sql) => Promise<number>): Promise<number> {
  return transaction(db, async (sql) => {
    const [turn] = await sql.rows({
      is_mine: bool,
    })`SELECT pg_try_advisory_xact_lock(${advisoryLocks.prune}) AS is_mine`
    if (!turn?.is_mine) return 0
    await sql.run`SELECT set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`
    return work(sql)
  })
}

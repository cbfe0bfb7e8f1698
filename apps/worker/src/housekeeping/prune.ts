import { advisoryLocks, bool, identifier, int, Prisma, transaction } from '@matterbase/db'
import { countUsage, endUnsentMails, forgetMailTexts } from '@matterbase/domain'
import type { Db, Sql } from '@matterbase/db'
import { isAtRest } from '../deliveries/states.ts'

export interface PruneOptions {
  /** Days that attempts, deliveries and events are kept. */
  keepDays: number
  /** The most rows of a table that one transaction deletes. */
  batch: number
}

/**
 * Deletes old rows and gives up unsent emails, one batch per table, so that no lock is held for long. It skips locked
 * rows, and leaves deleted records.
 *
 * @returns rows changed or deleted, by table. More may be left of a table whose count equals `batch`.
 */
export async function prune(db: Db, { keepDays, batch }: PruneOptions): Promise<Record<string, number>> {
  const isOld = (column: Prisma.Sql) => Prisma.sql`${column} < now() - ${keepDays}::float8 * interval '1 day'`
  const steps: Record<string, Prisma.Sql> = {
    webhook_attempts: Prisma.sql`webhook_attempts WHERE ${isOld(Prisma.sql`started_at`)}`,
    // A resent delivery is kept as long as its attempts.
    webhook_deliveries: Prisma.sql`webhook_deliveries AS delivery
      WHERE ${isOld(Prisma.sql`created_at`)} AND ${isAtRest}
        AND NOT EXISTS (SELECT FROM webhook_attempts AS attempt WHERE attempt.workspace_id = delivery.workspace_id
                        AND attempt.webhook_delivery_id = delivery.id OFFSET 0)`,
    // An event and its deliveries have the same created_at, so the index of deliveries finds them.
    events: Prisma.sql`events AS event
      WHERE ${isOld(Prisma.sql`created_at`)} AND NOT EXISTS (
        SELECT FROM webhook_endpoints AS endpoint JOIN webhook_deliveries AS delivery
          ON delivery.workspace_id = endpoint.workspace_id AND delivery.endpoint_id = endpoint.id AND delivery.created_at = event.created_at
        WHERE endpoint.workspace_id = event.workspace_id AND delivery.event_id = event.id OFFSET 0)`,
    webhook_replays: Prisma.sql`webhook_replays WHERE ${isOld(Prisma.sql`finished_at`)}`,
  }
  const counts: Record<string, number> = {}
  for (const [table, rows] of Object.entries(steps))
    counts[table] = await withLock(
      db,
      (sql) => sql.run`
      WITH old AS MATERIALIZED (SELECT workspace_id, id FROM ${rows} LIMIT ${batch} FOR UPDATE SKIP LOCKED)
      DELETE FROM ${identifier(table)} AS gone USING old WHERE gone.workspace_id = old.workspace_id AND gone.id = old.id`,
    )
  counts['idempotency_keys'] = await withLock(db, (sql) => pruneAnswers(sql, batch))
  counts['unsent_mails'] = await withLock(db, (sql) => endUnsentMails(sql, batch))
  counts['mail_texts'] = await withLock(db, (sql) => forgetMailTexts(sql, batch))
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

/** Deletes previous secrets after the overlap of a rotation. */
export async function forgetPreviousSecrets(db: Db): Promise<number> {
  return db.run`
    WITH expired AS MATERIALIZED (
      SELECT workspace_id, id FROM webhook_endpoints WHERE previous_secret_expires_at <= now()
      ORDER BY workspace_id, id FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE webhook_endpoints AS endpoint SET previous_secret = NULL, previous_secret_expires_at = NULL
    FROM expired WHERE endpoint.workspace_id = expired.workspace_id AND endpoint.id = expired.id`
}

/** One worker at a time. Old rows are found by an index, even if the planner expects many. */
async function withLock(db: Db, work: (sql: Sql) => Promise<number>): Promise<number> {
  return transaction(db, async (sql) => {
    const [turn] = await sql.rows({
      is_mine: bool,
    })`SELECT pg_try_advisory_xact_lock(${advisoryLocks.prune}) AS is_mine`
    if (!turn?.is_mine) return 0
    await sql.run`SELECT set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`
    return work(sql)
  })
}

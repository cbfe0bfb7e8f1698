import { Prisma } from '@matterbase/db'
import type { Settings } from '../runtime/settings.ts'

const breakerFailures = 5
const breakerSeconds = 30
const breakerMaxSeconds = 900

/**
 * The part of `finish` that updates an endpoint's counters and circuit breaker, and disables it, by the CTE `closed`.
 * Outcomes count in the order of their reports. A failing period begins with the failure that ended first, and lasts
 * until the one that ended last. A test event, or an attempt to a previous URL, changes only last_delivery_at, and after
 * a success lets the next probe start immediately.
 */
export function countEndpoints({ disableAfter }: Settings): Prisma.Sql {
  const failures = Prisma.sql`(CASE WHEN tally.succeeded THEN 0 ELSE endpoint.failure_count END + tally.failures)`
  const failedSince = Prisma.sql`CASE WHEN tally.failures = 0 AND tally.succeeded THEN NULL
    WHEN tally.succeeded THEN tally.first_failure_at ELSE least(endpoint.first_failure_at, tally.first_failure_at) END`
  const failedEvents = Prisma.sql`(SELECT coalesce(array_agg(event_id), '{}') FROM (
    SELECT DISTINCT event_id FROM unnest(CASE WHEN tally.succeeded THEN '{}' ELSE endpoint.failed_event_ids END || tally.failed_event_ids) AS event_id
    LIMIT ${disableAfter.events}) AS distinct_events)`
  const isDisabled = Prisma.sql`(tally.is_gone OR (tally.failures > 0 AND ${failures} >= ${disableAfter.failures}
    AND ${failedSince} <= greatest(endpoint.last_delivery_at, tally.ended_at) - ${disableAfter.seconds}::float8 * interval '1 second'
    AND cardinality(${failedEvents}) >= ${disableAfter.events}))`
  const isOpening = Prisma.sql`(tally.failures > 0 AND NOT tally.succeeded AND ${failures} >= ${breakerFailures}
    AND coalesce(endpoint.circuit_open_until, '-infinity') <= now())`
  return Prisma.sql`
  last_success AS MATERIALIZED (
    SELECT workspace_id, endpoint_id, max(position) FILTER (WHERE outcome = 'success' AND counts) AS position FROM closed GROUP BY 1, 2
  ), tally AS MATERIALIZED (
    SELECT closed.workspace_id, closed.endpoint_id, last_success.position IS NOT NULL AS succeeded,
           count(*) FILTER (WHERE failed)::int AS failures,
           min(ended_at) FILTER (WHERE failed) AS first_failure_at, max(ended_at) AS ended_at,
           max(ended_at) FILTER (WHERE counts AND outcome = 'success') AS last_success_at,
           coalesce(array_agg(event_id) FILTER (WHERE failed), '{}') AS failed_event_ids,
           bool_or(counts AND is_gone) AS is_gone, bool_or(outcome = 'success') AS responds
    FROM closed JOIN last_success USING (workspace_id, endpoint_id)
    CROSS JOIN LATERAL (SELECT counts AND outcome <> 'success' AND closed.position > coalesce(last_success.position, 0) AS failed) AS this
    GROUP BY 1, 2, 3
  ), counted AS (
    UPDATE webhook_endpoints AS endpoint
    SET last_delivery_at = greatest(endpoint.last_delivery_at, tally.ended_at),
        last_success_at = greatest(endpoint.last_success_at, tally.last_success_at),
        failure_count = ${failures}, first_failure_at = ${failedSince}, failed_event_ids = ${failedEvents},
        circuit_level = CASE WHEN tally.succeeded THEN 0 ELSE endpoint.circuit_level + ${isOpening}::int END,
        circuit_open_until = CASE WHEN tally.responds THEN NULL
          WHEN ${isOpening} THEN now() + least(${breakerSeconds} * 2 ^ least(endpoint.circuit_level, 10), ${breakerMaxSeconds}) * interval '1 second'
          ELSE endpoint.circuit_open_until END,
        is_active = endpoint.is_active AND NOT ${isDisabled},
        disabled_at = CASE WHEN endpoint.is_active AND ${isDisabled} THEN now() ELSE endpoint.disabled_at END,
        disabled_reason = CASE WHEN endpoint.is_active AND ${isDisabled} THEN CASE WHEN tally.is_gone THEN 'gone_410' ELSE 'auto_failing' END
          ELSE endpoint.disabled_reason END
    FROM tally WHERE endpoint.workspace_id = tally.workspace_id AND endpoint.id = tally.endpoint_id
    RETURNING endpoint.workspace_id, endpoint.id, endpoint.is_active AND endpoint.deleted_at IS NULL AS takes_more, endpoint.skip_held_until
  )`
}

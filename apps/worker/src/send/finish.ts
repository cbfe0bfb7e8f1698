import { Prisma } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { attemptColumns, closeAttempts, openAttempts } from '../deliveries/attempts.ts'
import type { Attempt } from '../deliveries/attempts.ts'
import { beginPicked, finishDeliveries, pickNext } from '../deliveries/transitions.ts'
import { countEndpoints } from './endpoint-counters.ts'
import type { Result } from './outcome.ts'
import type { Verdict } from './retry.ts'
import type { Settings } from '../runtime/settings.ts'

export interface Finished {
  attempt: Attempt
  result: Result
  verdict: Verdict
  /** True to begin the next due delivery of the same endpoint. */
  beginsNext: boolean
}

/**
 * Records the outcomes of attempts in their deliveries and endpoints, and begins the next deliveries of the same
 * endpoints, all in one statement. An attempt that lost its lease changes nothing.
 *
 * @returns in the given order, the next attempt or null.
 */
export async function finish(
  db: Db,
  finished: readonly Finished[],
  { worker, ...settings }: Settings & { worker: number },
): Promise<(Attempt | null)[]> {
  const next = await db.rows(attemptColumns)`
    WITH ended AS MATERIALIZED (
      SELECT *, to_timestamp((started_ms + duration_ms) / 1000) AS ended_at FROM ${endedRows(finished)}
    ), locked AS MATERIALIZED (
      -- In one order, so that two workers never wait for each other in a circle.
      SELECT endpoint.workspace_id, endpoint.id, endpoint.url FROM webhook_endpoints AS endpoint
      WHERE (endpoint.workspace_id, endpoint.id) IN (SELECT workspace_id, endpoint_id FROM ended)
      ORDER BY endpoint.workspace_id, endpoint.id FOR NO KEY UPDATE
    ), closed AS (${finishDeliveries}
    ), logged AS (${closeAttempts}
    ), ${countEndpoints(settings)},
    place AS MATERIALIZED (
      SELECT closed.workspace_id, closed.endpoint_id, counted.skip_held_until, count(*) AS count
      FROM closed JOIN counted ON counted.workspace_id = closed.workspace_id AND counted.id = closed.endpoint_id
      WHERE closed.begins_next AND counted.takes_more GROUP BY 1, 2, 3
    ), picked AS MATERIALIZED (${pickNext}
    ), begun AS (${beginPicked(settings)}
    ), ${openAttempts(worker)}`
  return finished.map(({ attempt, beginsNext }) => {
    const index = beginsNext
      ? next.findIndex((row) => row.endpoint_id === attempt.endpoint_id && row.workspace_id === attempt.workspace_id)
      : -1
    return index === -1 ? null : (next.splice(index, 1)[0] ?? null)
  })
}

function endedRows(finished: readonly Finished[]): Prisma.Sql {
  const column = <T>(pick: (item: Finished) => T) => finished.map(pick)
  return Prisma.sql`unnest(
    ${column(({ attempt }) => attempt.workspace_id)}::int[], ${column(({ attempt }) => attempt.id)}::bigint[],
    ${column(({ attempt }) => attempt.delivery_id)}::uuid[], ${column(({ attempt }) => attempt.endpoint_id)}::bigint[], ${column(({ attempt }) => attempt.url)}::text[],
    ${column(({ result }) => result.outcome)}::text[], ${column(({ result }) => result.statusCode)}::int[],
    ${column(({ result }) => result.headers)}::text[], ${column(({ result }) => result.body)}::text[], ${column(({ result }) => result.error)}::text[],
    ${column(({ attempt }) => attempt.started_at)}::float8[], ${column(({ result }) => result.durationMs)}::int[], ${column(({ verdict }) => verdict.status)}::text[],
    ${column(({ verdict }) => verdict.waitMs)}::float8[], ${column(({ verdict }) => verdict.isGone)}::bool[],
    ${column(({ beginsNext }) => beginsNext)}::bool[], ${column(({ result }) => result.traceparent ?? null)}::text[]
  ) WITH ORDINALITY AS ended (workspace_id, id, lease_id, endpoint_id, url, outcome, status_code, headers, body, error, started_ms, duration_ms, status, wait_ms, is_gone, begins_next, traceparent, position)`
}

import { float, int } from '@matterbase/db'
import { count } from '../count.ts'
import { ok, problem, warning } from './finding.ts'
import type { Check } from './finding.ts'

const patienceSeconds = 120

export const checkDeliveries: Check = async ({ db }) => {
  const [row] = await db.rows({ due: int, later: int, switched_off: int, seconds: float })`
    SELECT count(*) FILTER (WHERE next_attempt_at <= now())::int AS due,
           count(*) FILTER (WHERE next_attempt_at > now())::int AS later,
           (SELECT count(*)::int FROM webhook_endpoints WHERE deleted_at IS NULL AND NOT is_active) AS switched_off,
           greatest(coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0), 0)::float8 AS seconds
    FROM webhook_deliveries WHERE status = 'pending'`
  if (!row) throw new Error('The deliveries cannot be counted')
  const { due, later, seconds, switched_off: off } = row
  const found = `${due} due, ${later} later; the oldest has been due for ${Math.round(seconds)} s`
  return [
    seconds > patienceSeconds
      ? problem(found, 'check that a worker runs ("matterbase worker"), and read its log')
      : ok(found),
    ...(off > 0
      ? [
          warning(
            `${count(off, 'webhook endpoint')} disabled`,
            'open Webhooks in the dashboard: undelivered events are held for 30 days',
          ),
        ]
      : []),
  ]
}

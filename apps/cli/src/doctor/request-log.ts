import { bool, text } from '@matterbase/db'
import { ok, warning } from './finding.ts'
import type { Check } from './finding.ts'

/** Whether somebody makes the partitions of the request log, and what came while nobody did. */
export const checkRequestLog: Check = async ({ db }) => {
  const missing = await db.rows({ day: text })`
    SELECT to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM days_without_partition('request_logs', 1) AS day ORDER BY 1`
  const [other] = await db.rows({ is_used: bool })`
    SELECT EXISTS (SELECT FROM request_logs_other WHERE at >= now() - interval '1 day') AS is_used`
  const days = missing.map(({ day }) => day).join(', ')
  const todo = 'look whether a worker runs ("matterbase worker"), and at its log'
  if (missing.length > 0) return [warning(`there is no partition of the request log for ${days}`, todo)]
  return other?.is_used
    ? [warning('requests of the last day have no partition of their own, and are deleted one by one', todo)]
    : [ok('there are partitions of the request log for today and tomorrow')]
}

import { bool, text } from '@matterbase/db'
import { ok, warning } from './finding.ts'
import type { Check } from './finding.ts'

/** Checks that a worker creates the partitions of the request log, and that all rows are in them. */
export const checkRequestLog: Check = async ({ db }) => {
  const missing = await db.rows({ day: text })`
    SELECT to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM days_without_partition('request_logs', 1) AS day ORDER BY 1`
  const [other] = await db.rows({ is_used: bool })`
    SELECT EXISTS (SELECT FROM request_logs_other WHERE at >= now() - interval '1 day') AS is_used`
  const days = missing.map(({ day }) => day).join(', ')
  const todo = 'check that a worker runs ("matterbase worker"), and read its log'
  if (missing.length > 0) return [warning(`the request log has no partition for ${days}`, todo)]
  return other?.is_used
    ? [warning('requests of the last day are in the catch-all partition, where they are deleted one by one', todo)]
    : [ok('the request log has partitions for today and tomorrow')]
}

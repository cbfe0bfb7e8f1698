import { int, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

/** Failures of an email address without a wait. Each further failure doubles the wait, which begins at one second. */
const free = 20
const longestSeconds = 60
const forgottenAfter = '15 minutes'

// As exact as the column, so that a moment is not rounded into the future.
const now = Prisma.sql`date_trunc('milliseconds', now())`
const isForgotten = Prisma.sql`wait.next_at < now() - ${forgottenAfter}::text::interval`

/**
 * Admits an attempt for an email address from an unknown device, or returns the seconds to wait. One statement decides,
 * so that only one of many concurrent attempts is admitted during a wait. A wait is at most a minute, and a refused
 * attempt does not extend it. So a distributed attack slows sign-in down, but does not lock the user out.
 */
export async function admitUnknown(sql: Sql, key: string): Promise<number | undefined> {
  const failures = Prisma.sql`CASE WHEN ${isForgotten} THEN 1 ELSE wait.failures + 1 END`
  const admitted = await sql.run`
    INSERT INTO sign_in_waits AS wait (email_key, failures, next_at) VALUES (${key}, 1, ${now})
    ON CONFLICT (email_key) DO UPDATE SET
      failures = ${failures},
      next_at = ${now} + make_interval(secs => CASE
        WHEN ${failures} < ${free}::int THEN 0
        ELSE least(${longestSeconds}::int, 2 ^ least(${failures} - ${free}::int, 16)) END)
    -- Not now(): whoever waited for the row began before who had it.
    WHERE wait.next_at <= clock_timestamp()`
  if (admitted === 1) return undefined
  const [row] = await sql.rows({ seconds: int })`
    SELECT ceil(extract(epoch FROM next_at - now()))::int AS seconds FROM sign_in_waits WHERE email_key = ${key}`
  return row?.seconds ?? 1
}

/** The attempt did not fail, so it leaves no wait. */
export async function forgiveUnknown(sql: Sql, key: string): Promise<void> {
  await sql.run`
    UPDATE sign_in_waits SET failures = greatest(0, failures - 1), next_at = least(next_at, ${now}) WHERE email_key = ${key}`
}

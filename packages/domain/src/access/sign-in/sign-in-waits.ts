import { int, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'

/** So many failures of an email address cost no wait; each further one doubles it, from a second on. */
const free = 20
const longestSeconds = 60
const forgottenAfter = '15 minutes'

// As exact as the column, so that a moment is not rounded into the future.
const now = Prisma.sql`date_trunc('milliseconds', now())`
const isForgotten = Prisma.sql`wait.next_at < now() - ${forgottenAfter}::text::interval`

/**
 * Lets a try of an email address from an unknown device through, or answers the seconds until one is let
 * through. One statement decides, so that of many at once only one gets in when there is a wait. It never is
 * longer than a minute, and what is refused does not prolong it: whoever tries an address from everywhere
 * makes it slow and does not lock it.
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

/** The try was no failure: it leaves no wait behind. */
export async function forgiveUnknown(sql: Sql, key: string): Promise<void> {
  await sql.run`
    UPDATE sign_in_waits SET failures = greatest(0, failures - 1), next_at = least(next_at, ${now}) WHERE email_key = ${key}`
}

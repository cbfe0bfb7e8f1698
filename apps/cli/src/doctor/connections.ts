import { int, mostConnections } from '@matterbase/db'
import { ok, problem, warning } from './finding.ts'
import type { Check } from './finding.ts'

// docs/self-host/high-availability.md lists the same numbers.
const ofWorker = { redis: 6, postgres: 14 }

/** Checks that PostgreSQL has room for an API and a worker with these settings. */
export const checkConnections: Check = async ({ db, env }) => {
  const [row] = await db.rows({ most: int, reserved: int, used: int })`
    SELECT current_setting('max_connections')::int AS most, current_setting('superuser_reserved_connections')::int AS reserved,
           (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`
  if (!row) throw new Error('PostgreSQL does not report how many connections it allows')
  const room = row.most - row.reserved
  const api = env.DATABASE_DIRECT_URL === undefined ? env.API_PROCESSES * mostConnections : 0
  const needed = api + (env.REDIS_URL === undefined ? ofWorker.postgres : ofWorker.redis)
  const found = `max_connections allows ${room}; an API and a worker with these settings use up to ${needed}, and ${row.used} are open now`
  const more = 'raise max_connections and restart PostgreSQL, lower API_PROCESSES, or put PgBouncer in between'
  if (needed > room) return [problem(found, more)]
  return [
    needed > room / 2 || row.used > room * 0.8
      ? warning(found, `${more}; an upgrade can need twice as many`)
      : ok(found),
  ]
}

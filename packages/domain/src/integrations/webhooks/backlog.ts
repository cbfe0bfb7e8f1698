import { float, int } from '@matterbase/db'
import type { Db, Row } from '@matterbase/db'

const counts = { due: int, later: int, under_way: int, held: int, active: int, paused: int, switched_off: int }
const columns = { ...counts, oldest_due_seconds: float }

export type Backlog = Row<typeof columns>

/** To count millions takes a while: however often it is asked, the database is asked no more often than this. */
const freshMs = 10_000

/** Reads what waits to be delivered, in all workspaces together. */
export function readBacklog(db: Db): () => Promise<Backlog> {
  let known: Promise<Backlog> | undefined

  async function read(): Promise<Backlog> {
    const [row] = await db.rows(columns)`
      WITH pending AS (
        SELECT count(*) FILTER (WHERE next_attempt_at <= now())::int AS due,
               count(*) FILTER (WHERE next_attempt_at > now())::int AS later,
               greatest(coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0), 0)::float8 AS oldest_due_seconds
        FROM webhook_deliveries WHERE status = 'pending'
      ), endpoint AS (
        SELECT count(*) FILTER (WHERE is_active AND coalesce(circuit_open_until, '-infinity') <= now())::int AS active,
               count(*) FILTER (WHERE is_active AND circuit_open_until > now())::int AS paused,
               count(*) FILTER (WHERE NOT is_active)::int AS switched_off
        FROM webhook_endpoints WHERE deleted_at IS NULL
      )
      SELECT pending.*, endpoint.*,
             (SELECT count(*)::int FROM webhook_deliveries WHERE status IN ('queued', 'sending')) AS under_way,
             (SELECT count(*)::int FROM webhook_deliveries WHERE status = 'held') AS held
      FROM pending CROSS JOIN endpoint`
    if (!row) throw new Error('The backlog has no row')
    return row
  }

  return () => {
    if (known) return known
    const asked = read()
    known = asked
    const forget = () => {
      if (known === asked) known = undefined
    }
    asked.then(() => setTimeout(forget, freshMs).unref(), forget)
    return asked
  }
}

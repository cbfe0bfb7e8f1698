import { float, int } from '@matterbase/db'
import type { Db, Row } from '@matterbase/db'

const columns = { due: int, later: int, oldest_due_seconds: float, oldest_seconds: float }

/** Counts the queued emails of open accounts, and the seconds since the oldest was due, and since it was queued. */
export async function countMails(db: Db): Promise<Row<typeof columns>> {
  const [row] = await db.rows(columns)`
    SELECT count(*) FILTER (WHERE next_attempt_at <= now())::int AS due,
           count(*) FILTER (WHERE next_attempt_at > now())::int AS later,
           greatest(coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0), 0)::float8 AS oldest_due_seconds,
           greatest(coalesce(extract(epoch FROM now() - min(mails.created_at)), 0), 0)::float8 AS oldest_seconds
    FROM mails JOIN workspaces ON workspaces.id = workspace_id JOIN accounts USING (owner_uuid)
    WHERE status = 'pending' AND closed_at IS NULL`
  if (!row) throw new Error('The emails have no row')
  return row
}

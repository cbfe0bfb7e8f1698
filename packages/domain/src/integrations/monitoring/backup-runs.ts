import { orNull, timestamp } from '@matterbase/db'
import type { Db, Sql } from '@matterbase/db'

/** Stores that `matterbase backup` wrote the database, as it was at this moment, into a file. Forgets earlier backups. */
export async function recordBackup(sql: Sql, takenAt: Date): Promise<void> {
  await sql.run`
    WITH earlier AS (DELETE FROM backup_runs WHERE taken_at < ${takenAt})
    INSERT INTO backup_runs (taken_at) VALUES (${takenAt}) ON CONFLICT DO NOTHING`
}

/** The moment of the newest backup by `matterbase backup`. Undefined before the first. */
export async function findLastBackup(db: Db): Promise<Date | undefined> {
  const [row] = await db.rows({ taken_at: orNull(timestamp) })`SELECT max(taken_at) AS taken_at FROM backup_runs`
  return row?.taken_at ?? undefined
}

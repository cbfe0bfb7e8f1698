import { environment, int, text } from '@matterbase/db'
import type { Db, Prisma } from '@matterbase/db'
import type { Workspace } from '../verbs/actor.ts'
import type { Tx } from '../write/transaction.ts'

/**
 * Fills fields that rows of an earlier version do not have. It changes no value that a reader could see before, and it
 * writes no stamp and no event, because nothing happened to the record.
 */
export interface Backfill {
  /** For the log and `matterbase doctor`. */
  readonly name: string
  /** True if programs of the version before write such rows as long as they run, and a look for them costs little. */
  readonly isRepeated?: boolean
  /** The workspaces with rows that are not filled. */
  readonly find: (db: Db) => Promise<readonly Workspace[]>
  /**
   * Examines the next rows after an ID, at most `limit`, and fills those that are not filled. Returns the ID that the next
   * rows come after, or undefined after the last row.
   */
  readonly fill: (tx: Tx, range: FillRange) => Promise<number | undefined>
  /** Counts rows in all workspaces. */
  readonly count: (db: Db) => Promise<FillProgress>
}

interface FillRange {
  readonly after: number
  readonly limit: number
}

export interface FillProgress {
  readonly left: number
  readonly total: number
}

/** The workspaces to which a condition on rows of `workspaces` applies. */
export const workspacesWhere = (db: Db, condition: Prisma.Sql): Promise<Workspace[]> =>
  db.rows({ workspaceId: int, ownerUuid: text, environment })`
    SELECT id AS "workspaceId", owner_uuid::text AS "ownerUuid", environment::text FROM workspaces WHERE ${condition}
    ORDER BY id`

/** Counts the rows of a statement with the columns `is_left` and one row for each record. */
export async function countLeft(db: Db, rows: Prisma.Sql): Promise<FillProgress> {
  const [counts] = await db.rows({ left: int, total: int })`
    SELECT (count(*) FILTER (WHERE is_left))::int AS left, count(*)::int AS total FROM (${rows}) AS counted`
  return counts ?? { left: 0, total: 0 }
}

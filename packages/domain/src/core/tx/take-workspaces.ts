import { int } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { takeClocks } from './clock.ts'
import type { Tx } from './write.ts'

export type Taken = Pick<Tx, 'sql' | 'workspaceId' | 'now'>

/**
 * Takes both workspaces of an account for this transaction. Comes before any lock on members, as in a write by a
 * member, so that no two transactions wait for each other.
 */
export async function takeWorkspaces(sql: Sql, ownerUuid: string): Promise<readonly Taken[]> {
  const workspaces = await sql.rows({ id: int })`
    SELECT id FROM workspaces WHERE owner_uuid = ${ownerUuid}::text::uuid`
  const clocks = await takeClocks(
    sql,
    workspaces.map(({ id }) => id),
  )
  return [...clocks].map(([workspaceId, { ms }]) => ({ sql, workspaceId, now: new Date(ms) }))
}

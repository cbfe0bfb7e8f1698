import { int } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { lockWorkspaces } from '../write/clock.ts'
import type { LockedWorkspace } from '../write/transaction.ts'

/**
 * Takes both workspaces of an account for this transaction. Comes before any lock on members, as in a write by a
 * member, so that no two transactions wait for each other.
 */
export async function takeWorkspaces(sql: Sql, ownerUuid: string): Promise<readonly LockedWorkspace[]> {
  const workspaces = await sql.rows({ id: int })`
    SELECT id FROM workspaces WHERE owner_uuid = ${ownerUuid}::text::uuid`
  const clocks = await lockWorkspaces(
    sql,
    workspaces.map(({ id }) => id),
  )
  return [...clocks].map(([workspaceId, { ms }]) => ({ sql, workspaceId, now: new Date(ms) }))
}

import { int, Prisma } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { write } from '../write/transaction.ts'

/** How long a deleted field can be restored with its values. */
const keptFor = '30 days'

const hasEnded = Prisma.sql`deleted_at < now() - ${Prisma.raw(`interval '${keptFor}'`)}`

/** The workspaces with a field that was deleted so long ago that its values are erased. */
export async function workspacesWithEndedFields(db: Db): Promise<number[]> {
  const rows = await db.rows({ id: int })`
    SELECT id FROM workspaces WHERE id IN (SELECT workspace_id FROM custom_field_definitions WHERE ${hasEnded})`
  return rows.map(({ id }) => id)
}

/**
 * Erases the values and the definitions of fields that can no longer be restored.
 *
 * @returns the number of fields.
 */
export const eraseEndedFields = (db: Db, workspaceId: number): Promise<number> =>
  write(db, workspaceId, async ({ sql }) => {
    await sql.run`
      DELETE FROM deleted_custom_values WHERE workspace_id = ${workspaceId} AND field_id IN (
        SELECT id FROM custom_field_definitions WHERE workspace_id = ${workspaceId} AND ${hasEnded})`
    return sql.run`DELETE FROM custom_field_definitions WHERE workspace_id = ${workspaceId} AND ${hasEnded}`
  })

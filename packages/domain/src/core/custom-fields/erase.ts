import { identifier, int, Prisma, text } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { write } from '../write/transaction.ts'
import { readDefinitions, recordsOf } from './definitions.ts'
import { renewTemplate } from './templates.ts'

/** How long a deleted field can be restored with its values. */
const keptFor = '30 days'

const hasEnded = Prisma.sql`deleted_at < now() - ${Prisma.raw(`interval '${keptFor}'`)}`

/** How many records one transaction changes. */
const mostRecords = 5_000

/** The workspaces with a field that was deleted so long ago that its values are erased. */
export async function workspacesWithEndedFields(db: Db): Promise<number[]> {
  const rows = await db.rows({ id: int })`
    SELECT id FROM workspaces WHERE id IN (SELECT workspace_id FROM custom_field_definitions WHERE ${hasEnded})`
  return rows.map(({ id }) => id)
}

/**
 * Erases the values and the definitions of fields that can no longer be restored. The records show no change, because
 * they did not show the field.
 *
 * @returns the number of fields.
 */
export async function eraseEndedFields(db: Db, workspaceId: number): Promise<number> {
  const ended = await readDefinitions(db, workspaceId, hasEnded)
  for (const field of ended) {
    const { table, id } = recordsOf(field.resource)
    for (let isMore = true; isMore;)
      isMore = await write(db, workspaceId, async ({ sql }) => {
        const emptied = await sql.rows({ key: text })`
          UPDATE ${identifier(table)} AS record SET custom_fields = nullif(custom_fields - ${field.key}::text, '{}')
          WHERE workspace_id = ${workspaceId} AND ${identifier(id)} IN (
            SELECT ${identifier(id)} FROM ${identifier(table)}
            WHERE workspace_id = ${workspaceId} AND custom_fields ? ${field.key} LIMIT ${mostRecords}
          ) RETURNING ${identifier(id)}::text AS key`
        return emptied.length === mostRecords
      })
    await write(db, workspaceId, async (tx) => {
      await tx.sql.run`
        DELETE FROM custom_field_definitions WHERE workspace_id = ${workspaceId} AND id = ${field.id} AND ${hasEnded}`
      await renewTemplate(tx, field.resource)
    })
  }
  return ended.length
}

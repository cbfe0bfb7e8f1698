import { int, list, Prisma } from '@matterbase/db'
import type { Db, Sql } from '@matterbase/db'
import { isToCheck, workTableNames, workToCheck } from './work-to-check.ts'

const everywhere = Prisma.join(
  workTableNames.map(
    (table) => Prisma.sql`SELECT work.workspace_id FROM ${workToCheck(table, Prisma.sql`true`)} WHERE ${isToCheck}`,
  ),
  ' UNION ',
)

/**
 * Notes the workspaces with work that a person has to check, so that the home page searches in no other one.
 *
 * @returns how many workspaces have such work.
 */
export async function noteWorkToCheck(db: Db): Promise<number> {
  const found = await db.rows({ workspace_id: int })`${everywhere}`
  const ids = list(
    found.map(({ workspace_id: id }) => id),
    'int',
  )
  const stale = await db.rows({ id: int })`
    SELECT id FROM workspaces WHERE has_work_to_check <> (id = ANY (${ids})) ORDER BY id`
  // One by one: a statement that locks several workspaces could wait in a circle with writes.
  for (const { id } of stale)
    await db.run`UPDATE workspaces SET has_work_to_check = (id = ANY (${ids})) WHERE id = ${id}`
  return found.length
}

/** Notes that nothing is left to check in a workspace. */
export async function noteChecked(sql: Sql, workspaceId: number): Promise<void> {
  const inWorkspace = Prisma.sql`work.workspace_id = ${workspaceId}`
  const left = Prisma.join(
    workTableNames.map((table) => Prisma.sql`SELECT FROM ${workToCheck(table, inWorkspace)} WHERE ${isToCheck}`),
    ' UNION ALL ',
  )
  await sql.run`
    UPDATE workspaces SET has_work_to_check = false WHERE id = ${workspaceId} AND NOT EXISTS (${left})`
}

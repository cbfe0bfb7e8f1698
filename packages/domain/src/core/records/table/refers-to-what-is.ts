import { identifier, Prisma } from '@matterbase/db'
import type { Fields } from '@matterbase/schemas'
import { notDeleted } from './not-deleted.ts'

/**
 * For a row `given` of new records: true if all its references exist. OFFSET makes PostgreSQL look up each row by its
 * key. Without it, the plan may read the whole table.
 */
export function refersToWhatIs(fields: Fields): Prisma.Sql {
  const conditions = Object.entries(fields).flatMap(([field, { references }]) => {
    if (references === undefined) return []
    const id = Prisma.sql`given.${identifier(field)}`
    return Prisma.sql`(${id} IS NULL OR EXISTS (
      SELECT FROM ${identifier(references)}
      WHERE workspace_id = given.workspace_id AND id = ${id} AND ${notDeleted} OFFSET 0))`
  })
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`true`
}

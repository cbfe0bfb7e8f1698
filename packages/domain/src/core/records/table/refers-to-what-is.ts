import { identifier, Prisma } from '@matterbase/db'
import type { Fields } from '@matterbase/schemas'
import { notDeleted } from './not-deleted.ts'

/**
 * Of a row `given` of new records: whether all that it refers to is there. With OFFSET it is looked up for each row by its
 * key; without, PostgreSQL may read the whole table for them.
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

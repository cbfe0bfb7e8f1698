import { Prisma } from '@matterbase/db'

/**
 * `deleted_at IS NULL`, in words that the index on the external_ids of living rows does not know: on a table without
 * statistics PostgreSQL would take that one for everything, and go through all rows of a workspace.
 */
export const notDeleted = Prisma.sql`coalesce(deleted_at, 'infinity') = 'infinity'`

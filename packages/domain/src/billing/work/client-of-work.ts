import { Prisma } from '@matterbase/db'

/** The client of a row `work` of time entries or expenses: that of its matter, else its own. */
export const clientOfWork = (workspaceId: number | Prisma.Sql) => Prisma.sql`coalesce((
  SELECT matter.client_id FROM matters AS matter WHERE matter.workspace_id = ${workspaceId} AND matter.id = work.case_id), work.client_id)`

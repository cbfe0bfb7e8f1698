import { Prisma } from '@matterbase/db'

/** The client that a row `work` of time entries or expenses is for: that of its matter, where that has one. */
export const clientOfWork = (workspaceId: number | Prisma.Sql) => Prisma.sql`coalesce((
  SELECT matter.client_id FROM matters AS matter WHERE matter.workspace_id = ${workspaceId} AND matter.id = work.case_id), work.client_id)`

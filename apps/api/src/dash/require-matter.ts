import type { Sql } from '@matterbase/db'
import { validationFailed } from '../http/api-error.ts'
import type { Caller } from '../http/context.ts'

/** @throws ApiError validation_failed when the workspace has no such matter. Null and nothing are no matter at all. */
export async function requireMatter(sql: Sql, { workspaceId }: Caller, id: number | null | undefined) {
  if (id === null || id === undefined) return
  const rows = await sql.$queryRaw<object[]>`
    SELECT 1 FROM matters WHERE workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`
  if (rows.length === 0)
    throw validationFailed([{ field: 'case_id', code: 'not_found', message: 'does not name one of the matters' }])
}

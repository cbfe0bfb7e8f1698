import { identifier, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { recordContracts } from '@matterbase/schemas'
import { labelOf } from '../core/records/title.ts'

/** The titles of matters or clients by ID. Deleted records are left out. */
export async function titlesOf(
  sql: Sql,
  workspaceId: number,
  table: 'matters' | 'clients',
  ids: readonly (number | string)[],
) {
  if (ids.length === 0) return new Map<string, string>()
  const rows = await sql.rows({ id: text, title: text })`
    SELECT id::text, ${labelOf(recordContracts[table])} AS title FROM ${identifier(table)}
    WHERE workspace_id = ${workspaceId} AND id = ANY (${ids.map(String)}::text[]::bigint[]) AND deleted_at IS NULL`
  return new Map(rows.map(({ id, title }) => [id, title]))
}

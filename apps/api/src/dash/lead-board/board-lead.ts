import { jsonOf } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { notFound } from '../../http/errors/api-error.ts'
import { leadColumns } from '../../rest/leads/capture.ts'

/** Writes a row of `leads` as the board shows it. */
export const boardLeadJson = jsonOf({ ...leadColumns, source: 'plain', client_id: 'plain', case_id: 'plain' })

export interface BoardLead {
  readonly lead_id: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly company: string | null
  readonly practice_area: string | null
  readonly description: string | null
  readonly urgency: 'low' | 'medium' | 'high'
  readonly status: string
  readonly client_id: number | null
  readonly case_id: number | null
}

/** @throws ApiError not_found. */
export async function findLead(
  { sql, workspaceId }: { sql: Sql; workspaceId: number },
  id: string,
): Promise<{ json: string; lead: BoardLead }> {
  const [row] = await sql.$queryRaw<{ json: string }[]>`
    SELECT ${boardLeadJson} AS json FROM leads
    WHERE workspace_id = ${workspaceId} AND lead_id = ${id}::text::uuid AND deleted_at IS NULL`
  if (!row) throw notFound()
  return { json: row.json, lead: JSON.parse(row.json) as BoardLead }
}

/** What people call somebody who asked: never empty. */
export function nameOf({ first_name: first, last_name: last, company, email }: BoardLead): string {
  return [first, last].filter((name) => name?.trim()).join(' ') || company || email || 'Unnamed lead'
}

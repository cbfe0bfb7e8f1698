import { jsonOf, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { LeadInput } from '@matterbase/schemas'
import { byColumn, byName } from '../../core/records/lists/sort-keys.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { conflictNamesOf } from '../../core/names/conflict-names.ts'
import type { MapValue, Values } from '../../core/records/record.ts'
import { notFound } from '../../core/verbs/refused.ts'

/** The columns of `leads` in responses, in their order. */
export const leadColumns = {
  lead_id: 'plain',
  first_name: 'plain',
  last_name: 'plain',
  email: 'plain',
  phone: 'plain',
  company: 'plain',
  practice_area: 'plain',
  description: 'plain',
  urgency: 'plain',
  status: 'plain',
  score: 'plain',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  metadata: 'map',
  custom_fields: 'map',
} as const

/** Writes a row of `leads` as JSON text, for responses and events. */
export const leadJson = jsonOf(leadColumns)

/** Writes a row of `leads` as the board shows it. */
export const boardLeadJson = jsonOf({ ...leadColumns, source: 'plain', client_id: 'plain', case_id: 'plain' })

/** The sort keys of the board. The name is that of `nameOf`. */
export const leadSorts = {
  name: byName(Prisma.sql`first_name || ' ' || last_name`, 'first_name', 'last_name', 'company', 'email'),
  status: byColumn('status', 'text'),
  score: byColumn('score', 'int'),
}

const conflictNames = conflictNamesOf('leads')

/** A row of `leads` with the names that a conflict check finds. */
export const withConflictNames = <T extends Values>({ workspaceId }: Tx, row: T) => ({
  ...row,
  conflict_names: conflictNames(workspaceId, row),
})

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
  readonly custom_fields: MapValue
  readonly metadata: MapValue
}

/** @throws RefusedError not_found. */
export async function findLead(
  { sql, workspaceId }: { sql: Sql; workspaceId: number },
  id: string,
): Promise<{ json: string; lead: BoardLead }> {
  const [row] = await sql.rows({ json: text })`
    SELECT ${boardLeadJson} AS json FROM leads
    WHERE workspace_id = ${workspaceId} AND lead_id = ${id}::text::uuid AND deleted_at IS NULL`
  if (!row) throw notFound()
  return { json: row.json, lead: JSON.parse(row.json) as BoardLead }
}

/** A lead as JSON text, for GET and events. Undefined when it does not exist. */
export async function findLeadJson({ sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>, id: string) {
  const [row] = await sql.rows({ json: text })`
    SELECT ${leadJson} AS json FROM leads
    WHERE workspace_id = ${workspaceId} AND lead_id = ${id}::text::uuid AND deleted_at IS NULL`
  return row?.json
}

/** Finds a lead as JSON text, for GET and events. @throws RefusedError not_found. */
export async function requireLeadJson(of: Pick<Tx, 'sql' | 'workspaceId'>, id: string): Promise<string> {
  const json = await findLeadJson(of, id)
  if (json === undefined) throw notFound()
  return json
}

/** The display name of a lead. Never empty. */
export function nameOf({ first_name: first, last_name: last, company, email }: BoardLead): string {
  return [first, last].filter((name) => name?.trim()).join(' ') || company || email || 'Unnamed lead'
}

/** The display name of a row of `leads`, as SQL. */
export const leadTitle = Prisma.sql`
  coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), nullif(company, ''), nullif(email, ''), 'Unnamed lead')`

/** The form in which email addresses are compared. */
export const emailKey = (email: string | null | undefined) => email?.trim().toLowerCase() || null

/** True if a lead has an email address or a first name. */
export const isIdentified = ({ email, first_name: firstName }: Pick<LeadInput, 'email' | 'first_name'>) =>
  [email, firstName].some((name) => name?.trim())

/** Blank is not given. */
export const given = (value: string | null | undefined) => (value?.trim() ? value : null)

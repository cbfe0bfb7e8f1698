import { int, isoText, orNull, Prisma, text, uuid } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Contract, DashContract, Input, Pairs } from '@matterbase/schemas'
import { haveFields } from '../../core/custom-fields/filter.ts'
import { emailSpellings } from '../../core/records/lists/email-spellings.ts'
import type { Listing } from '../../core/records/lists/list.ts'
import { mentions } from '../../core/records/lists/mentions.ts'
import { boardLeadJson, leadJson, leadSorts, leadTitle } from './lead.ts'

const leadList = { table: Prisma.sql`leads`, id: 'lead_id', idType: 'uuid' } as const

const shortTexts = Prisma.sql`concat_ws(' ', first_name, last_name, email, company, phone, practice_area)`
const description = Prisma.sql`coalesce(description, '')`

type BoardQuery = Input<DashContract['leadBoard']['list']>['query']

/** The leads that the board lists. */
export const boardListing =
  (sql: Sql, workspaceId: number) =>
  async ({ status, source, q, custom_fields: custom, sort = '-created_at' }: BoardQuery): Promise<Listing> => ({
    ...leadList,
    json: boardLeadJson,
    sort,
    sorts: leadSorts,
    conditions: [
      Prisma.sql`workspace_id = ${workspaceId}`,
      Prisma.sql`deleted_at IS NULL`,
      ...(status === undefined ? [] : [Prisma.sql`status = ${status}`]),
      ...(source === undefined ? [] : [Prisma.sql`source = ${source}`]),
      ...(q === undefined ? [] : [mentions(shortTexts, q, description)]),
      ...(custom === undefined ? [] : [await haveLeadFields(sql, workspaceId, custom)]),
    ],
  })

const haveLeadFields = (sql: Sql, workspaceId: number, wanted: Pairs) =>
  haveFields(sql, { workspaceId, resource: 'leads' }, wanted, { id: 'lead_id', type: 'uuid' })

interface LeadsOf {
  readonly sql: Sql
  readonly workspaceId: number
  /** An API key lists the leads that were submitted through it. A member lists all leads. */
  readonly keyId?: number | undefined
  /** Writes a lead as JSON text. */
  readonly json?: Prisma.Sql | undefined
}

/** The leads that the REST API lists, newest first. */
export const leadListing =
  ({ sql, workspaceId, keyId, json = leadJson }: LeadsOf) =>
  async ({ email, custom_fields: custom }: Input<Contract['leads']['list']>['query']): Promise<Listing> => ({
    ...leadList,
    json,
    sort: '-created_at',
    conditions: [
      Prisma.sql`workspace_id = ${workspaceId}`,
      Prisma.sql`deleted_at IS NULL`,
      ...(email === undefined ? [] : [Prisma.sql`email_key = ANY (${emailSpellings(email)}::text[])`]),
      ...(keyId === undefined ? [] : [submittedThrough(keyId)]),
      ...(custom === undefined ? [] : [await haveLeadFields(sql, workspaceId, custom)]),
    ],
  })

const submittedThrough = (keyId: number) =>
  Prisma.sql`EXISTS (SELECT 1 FROM lead_keys WHERE lead_keys.workspace_id = leads.workspace_id AND lead_keys.lead_id = leads.lead_id AND lead_keys.api_key_id = ${keyId})`

const mostListed = 5

/** The leads in status `new`: the newest, and how many they are. */
export async function listNewLeads(sql: Sql, workspaceId: number) {
  const rows = await sql.rows({ lead_id: uuid, name: text, practice_area: orNull(text), created_at: text, count: int })`
    SELECT lead_id, ${leadTitle} AS name, practice_area,
           ${isoText('created_at')} AS created_at, (count(*) OVER ())::int AS count
    FROM leads WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND status = 'new'
    ORDER BY leads.created_at DESC LIMIT ${mostListed}`
  return { count: rows[0]?.count ?? 0, data: rows.map(({ count: _count, ...lead }) => lead) }
}

import { bool, int, isoText, oneOf, Prisma, text } from '@matterbase/db'
import type { Sql, Row } from '@matterbase/db'
import { recordContracts } from '@matterbase/schemas'
import { haveWords, rareAmong } from '../records/lists/search.ts'
import { titleOf } from '../records/title.ts'
import { words } from '../tx/words.ts'
import { emailKey, leadTitle } from './lead.ts'
import type { BoardLead } from './lead.ts'

const mostOfAKind = 20

type On = 'name' | 'email' | 'company'

export interface Match {
  readonly kind: 'client' | 'lead' | 'matter'
  readonly id: string
  readonly title: string
  readonly on: On[]
}

const decisionColumns = {
  decision: oneOf(['clear', 'conflict']),
  note: text,
  matches: int,
  decided_by: text,
  decided_at: text,
}

export type Decision = Row<typeof decisionColumns>

const never = Prisma.sql`false`

/**
 * Records that could mean a conflict of interest with a lead: other leads, clients, and matters in
 * whose texts the same words stand. At most 20 of each kind, the newest first.
 */
export async function findMatches(sql: Sql, workspaceId: number, lead: BoardLead): Promise<Match[]> {
  const name = [lead.first_name, lead.last_name].filter((part) => part?.trim()).join(' ')
  const email = emailKey(lead.email)
  const company = lead.company?.trim() ?? ''
  const texts = { name: words(name), email: words(email ?? ''), company: words(company) }
  const say = async (table: Prisma.Sql) => {
    const rare = await rareAmong(sql, table, Object.values(texts).flat())
    const says = (all: readonly string[]) => (all.length > 0 ? Prisma.sql`(${haveWords(all, rare)})` : never)
    return { name: says(texts.name), email: says(texts.email), company: says(texts.company) }
  }
  const is = (column: Prisma.Sql, text: string) =>
    text === '' ? never : Prisma.sql`lower(trim(${column})) = ${text.toLowerCase()}`
  const [clients, matters] = [Prisma.sql`clients`, Prisma.sql`matters`]
  const places: readonly Place[] = [
    {
      kind: 'client',
      id: Prisma.sql`id`,
      from: clients,
      title: titleOf(recordContracts.clients),
      on: await say(clients),
      except: lead.client_id === null ? never : Prisma.sql`id = ${lead.client_id}`,
    },
    {
      kind: 'lead',
      id: Prisma.sql`lead_id`,
      from: Prisma.sql`leads`,
      title: leadTitle,
      on: {
        name: is(Prisma.sql`concat_ws(' ', first_name, last_name)`, name),
        email: is(Prisma.sql`email`, email ?? ''),
        company: is(Prisma.sql`company`, company),
      },
      except: Prisma.sql`lead_id = ${lead.lead_id}::text::uuid`,
    },
    {
      kind: 'matter',
      id: Prisma.sql`id`,
      from: matters,
      title: titleOf(recordContracts.matters),
      on: await say(matters),
      except: lead.case_id === null ? never : Prisma.sql`id = ${lead.case_id}`,
    },
  ]
  const found: Match[] = []
  // One after the other: a transaction has one connection.
  for (const place of places) found.push(...(await matchesIn(sql, workspaceId, place)))
  return found
}

interface Place {
  readonly kind: Match['kind']
  readonly from: Prisma.Sql
  readonly id: Prisma.Sql
  readonly title: Prisma.Sql
  readonly on: Readonly<Record<On, Prisma.Sql>>
  readonly except: Prisma.Sql
}

async function matchesIn(
  sql: Sql,
  workspaceId: number,
  { kind, from, id, title, on, except }: Place,
): Promise<Match[]> {
  const rows = await sql.rows({ id: text, title: text, name: bool, email: bool, company: bool })`
    SELECT ${id}::text AS id, ${title} AS title, coalesce(${on.name}, false) AS name, coalesce(${on.email}, false) AS email,
           coalesce(${on.company}, false) AS company
    FROM ${from}
    WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND NOT ${except} AND (${on.name} OR ${on.email} OR ${on.company})
    ORDER BY created_at DESC LIMIT ${mostOfAKind}`
  return rows.map((row) => ({
    kind,
    id: row.id,
    title: row.title,
    on: (['name', 'email', 'company'] as const).filter((what) => row[what]),
  }))
}

/** What was decided about a lead so far, the newest first. */
export async function decisionsOn(sql: Sql, workspaceId: number, leadId: string): Promise<Decision[]> {
  return sql.rows(decisionColumns)`
    SELECT decision, note, matches, decided_by, ${isoText('decided_at')} AS decided_at FROM conflict_decisions
    WHERE workspace_id = ${workspaceId} AND lead_id = ${leadId}::text::uuid ORDER BY id DESC`
}

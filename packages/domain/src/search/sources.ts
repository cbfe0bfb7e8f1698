import { identifier, Prisma } from '@matterbase/db'
import { eachRecord, recordContracts, tableOf } from '@matterbase/schemas'
import type { DashContract, Found, Output, Permission, RecordContract, RecordName } from '@matterbase/schemas'
import { invoiceTitle } from '../billing/numbers/draft-number.ts'
import { mentions } from '../core/records/lists/mentions.ts'
import { haveParts, idsOfNewest } from '../core/records/lists/parts.ts'
import { numberField } from '../core/records/number-field.ts'
import { labelOf } from '../core/records/title.ts'
import { words } from '../core/tx/words.ts'
import { leadTitle } from '../intake/leads/lead.ts'
import type { SearchTerms } from './search-terms.ts'

export type FoundKind = Output<DashContract['search']['find']>['data'][number]['kind']

/** A searchable kind of record. `from` selects id, title, subtitle, newest and rank. Rank 0 is an exact match. */
interface Source {
  readonly kind: FoundKind
  readonly permission: Permission
  readonly from: (workspaceId: number, terms: SearchTerms) => Prisma.Sql | undefined
}

const none = Prisma.sql`false`

/** Joins conditions by OR. `undefined` and `false` are left out. */
const either = (...conditions: readonly (Prisma.Sql | undefined | false)[]) => {
  const possible = conditions.filter((condition) => condition !== undefined && condition !== false)
  return possible.length === 0 ? none : Prisma.sql`(${Prisma.join(possible, ' OR ')})`
}

const mostOfWords = 1_000

/** True for records with all terms as whole words, and for the newest records with all terms as parts of words. */
function hasTerms(table: Prisma.Sql, workspaceId: number, { hasWords, text }: SearchTerms): Prisma.Sql | undefined {
  if (!hasWords) return undefined
  const newest = idsOfNewest(table, workspaceId, haveParts(text), mostOfWords)
  return Prisma.sql`(id = ANY (ARRAY(${newest})) OR words @> ${words(text)}::text[])`
}

const exact = ({ id, text }: SearchTerms, column: string, number?: string) =>
  either(
    id !== undefined && Prisma.sql`${Prisma.raw(column)} = ${id}::bigint`,
    Prisma.sql`external_id = ${text}`,
    number !== undefined && Prisma.sql`${identifier(number)} = ${text}`,
  )

export const keyColumns = Prisma.sql`
  id::text, name AS title, CASE WHEN revoked_at IS NULL THEN 'API key' ELSE 'API key, revoked' END AS subtitle, created_at AS newest`

/** A field that may be the title itself is in the subtitle only where an earlier field is the title. */
function subtitleOf({ title, subtitle }: Found): Prisma.Sql {
  const parts = subtitle.map((name) => {
    const before = title.slice(0, Math.max(0, title.indexOf(name))).map(identifier)
    if (before.length > 0)
      return Prisma.sql`CASE WHEN coalesce(${Prisma.join(before)}) IS NOT NULL THEN ${identifier(name)} END`
    return identifier(name)
  })
  return Prisma.sql`concat_ws(' · ', ${Prisma.join(parts)})`
}

function byWords(contract: RecordContract, found: Found): Source['from'] {
  const { path, fields } = contract
  const number = numberField(fields)
  return (workspaceId, terms) => Prisma.sql`
    SELECT id::text, ${labelOf(contract)} AS title, ${subtitleOf(found)} AS subtitle, updated_at AS newest,
      CASE WHEN ${exact(terms, 'id', number)} THEN 0
        WHEN ${either(...found.title.map((name) => Prisma.sql`${identifier(name)} ILIKE ${terms.beginning}`))} THEN 1 ELSE 2 END AS rank
    FROM ${identifier(tableOf(path))} WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL
      AND ${either(exact(terms, 'id', number), hasTerms(identifier(tableOf(path)), workspaceId, terms))}
    ORDER BY rank, newest DESC`
}

const special: Partial<Record<RecordName, Source['from']>> = {
  // Time entries are found by external_id only. There are many, and their words repeat.
  timeEntries: (workspaceId, terms) => Prisma.sql`
    SELECT id::text, ${labelOf(recordContracts.timeEntries)} AS title, concat_ws(' · ', duration || ' h', external_id) AS subtitle,
      updated_at AS newest, 0 AS rank
    FROM time_entries WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND external_id = ${terms.text}`,
}

const ofRecords = Object.values(
  eachRecord((contract, name): Source[] => {
    const { found, operations } = contract
    if (!found) return []
    return [{ kind: found.kind, permission: operations.list.scope, from: special[name] ?? byWords(contract, found) }]
  }),
).flat()

export const sources: readonly Source[] = [
  ...ofRecords,
  {
    kind: 'invoice',
    permission: 'invoices:read',
    from: (workspaceId, terms) => Prisma.sql`
      SELECT invoice_id::text AS id, ${invoiceTitle} AS title, concat_ws(' · ', status, total_amount) AS subtitle, updated_at AS newest,
        CASE WHEN invoice_number = ${terms.text} THEN 0 WHEN invoice_number ILIKE ${terms.beginning} THEN 1 ELSE 2 END AS rank
      FROM invoices WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND invoice_number ILIKE ${terms.anywhere}
      ORDER BY rank, newest DESC`,
  },
  {
    kind: 'lead',
    permission: 'leads:read',
    from: (workspaceId, terms) => Prisma.sql`
      SELECT lead_id::text AS id, ${leadTitle} AS title,
        concat_ws(' · ', company, email, status) AS subtitle, updated_at AS newest,
        CASE WHEN ${either(Prisma.sql`email_key = ${terms.text.toLowerCase()}`, isUuid(terms, 'lead_id'))} THEN 0 ELSE 2 END AS rank
      FROM leads WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL
        AND ${either(mentions(Prisma.sql`concat_ws(' ', first_name, last_name, company, email)`, terms.text), isUuid(terms, 'lead_id'))}
      ORDER BY rank, newest DESC`,
  },
  {
    kind: 'document',
    permission: 'documents:read',
    from: (workspaceId, terms) => Prisma.sql`
      SELECT document_id::text AS id, title, concat_ws(' · ', signer_name, status) AS subtitle, created_at AS newest,
        CASE WHEN title ILIKE ${terms.beginning} THEN 1 ELSE 2 END AS rank
      FROM documents WHERE workspace_id = ${workspaceId} AND ${mentions(Prisma.sql`concat_ws(' ', title, signer_name, signer_email)`, terms.text)}
      ORDER BY rank, newest DESC`,
  },
  {
    kind: 'key',
    permission: 'keys:read',
    from: (workspaceId, { anywhere }) => Prisma.sql`
      SELECT ${keyColumns}, 2 AS rank FROM api_keys WHERE workspace_id = ${workspaceId} AND name ILIKE ${anywhere}
      ORDER BY rank, newest DESC`,
  },
  {
    kind: 'request',
    permission: 'logs:read',
    from: (workspaceId, { text }) => Prisma.sql`
      SELECT request_id AS id, method || ' ' || path AS title, concat_ws(' · ', status, request_id) AS subtitle, at AS newest, 0 AS rank
      FROM request_logs WHERE workspace_id = ${workspaceId} AND request_id = ${text}`,
  },
  {
    kind: 'event',
    permission: 'logs:read',
    from: (workspaceId, terms) =>
      terms.uuid === undefined
        ? undefined
        : Prisma.sql`
          SELECT id::text, kind AS title, 'Event' AS subtitle, created_at AS newest, 0 AS rank
          FROM events WHERE workspace_id = ${workspaceId} AND id = ${terms.uuid}::text::uuid`,
  },
]

function isUuid({ uuid }: SearchTerms, column: 'lead_id'): Prisma.Sql | undefined {
  return uuid === undefined ? undefined : Prisma.sql`${Prisma.raw(column)} = ${uuid}::text::uuid`
}

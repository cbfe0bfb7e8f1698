import { bool, Prisma, text, texts } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { recordContracts } from '@matterbase/schemas'
import { leadTitle } from '../leads/lead.ts'
import { titleOf } from '../../core/records/title.ts'
import { mostLetters } from '../../core/names/conflict-names.ts'
import { isLeft } from './left-names.ts'
import { spellingsOf } from './spellings.ts'

export type HitKind = 'client' | 'matter' | 'lead'

const columns = { id: text, title: text, names: texts, texts, status: text, is_deleted: bool, has_email: bool }

/** A record that shares a word with a searched name. */
export type Candidate = Row<typeof columns> & { readonly kind: HitKind }

/** The newest records of a kind. */
export const mostCandidates = 1_000

interface Place {
  readonly kind: HitKind
  readonly table: Prisma.Sql
  readonly id: Prisma.Sql
  readonly title: Prisma.Sql
  readonly names: Prisma.Sql
  readonly texts: Prisma.Sql
  /** The same as `conflict_names`, for records that a version before wrote. */
  readonly formerly: Prisma.Sql
  readonly email: Prisma.Sql | undefined
  /** The words of the record that `q` looks for, where they take the place of its texts in the index: less work per write. */
  readonly words?: Prisma.Sql
}

const letters = Prisma.raw(String(mostLetters))

const maps = Prisma.sql`coalesce(custom_fields::text, '') || ' / ' || coalesce(metadata::text, '')`
const mapTexts = Prisma.sql`ARRAY(
  SELECT left(value, ${letters}) FROM json_each_text(custom_fields) UNION ALL SELECT left(value, ${letters}) FROM jsonb_each_text(metadata)
)`

const places: readonly Place[] = [
  {
    kind: 'client',
    table: Prisma.sql`clients`,
    id: Prisma.sql`id`,
    title: titleOf(recordContracts.clients),
    names: Prisma.sql`ARRAY[company_name, contact_person]`,
    texts: Prisma.sql`ARRAY[left(notes, ${letters}), left(bio, ${letters})]`,
    formerly: Prisma.sql`name_vector(workspace_id, coalesce(company_name, '') || ' / ' || coalesce(contact_person, ''), ${maps} || ' / ' || coalesce(notes, '') || ' / ' || coalesce(bio, ''))`,
    email: Prisma.sql`lower(trim(email))`,
  },
  {
    kind: 'matter',
    table: Prisma.sql`matters`,
    id: Prisma.sql`id`,
    title: titleOf(recordContracts.matters),
    names: Prisma.sql`ARRAY[]::text[]`,
    texts: Prisma.sql`ARRAY[title, left(description, ${letters})]`,
    formerly: Prisma.sql`name_vector(workspace_id, title, ${maps})`,
    email: undefined,
    words: Prisma.sql`words`,
  },
  {
    kind: 'lead',
    table: Prisma.sql`leads`,
    id: Prisma.sql`lead_id`,
    title: leadTitle,
    names: Prisma.sql`ARRAY[concat_ws(' ', first_name, last_name), company]`,
    texts: Prisma.sql`ARRAY[left(description, ${letters})]`,
    formerly: Prisma.sql`name_vector(workspace_id, coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' / ' || coalesce(company, ''), ${maps} || ' / ' || coalesce(description, ''))`,
    email: Prisma.sql`email_key`,
  },
]

/** Clients, matters and leads, including deleted ones, that contain one of the lexemes or the email address. */
export async function findCandidates(
  sql: Sql,
  workspaceId: number,
  { lexemes, email }: { readonly lexemes: readonly string[]; readonly email: string | null },
): Promise<Candidate[]> {
  const asked = lexemes.map((lexeme) =>
    lexeme.endsWith('*') ? `'${workspaceId}:${lexeme.slice(0, -1)}':*` : `'${workspaceId}:${lexeme}'`,
  )
  const spelled = spellingsOf(lexemes)
  const found: Candidate[] = []
  // Sequential, because a transaction has one connection.
  for (const place of places) {
    const named = (vector: Prisma.Sql) =>
      asked.length > 0 ? Prisma.sql`${vector} @@ ${asked.join(' | ')}::tsquery` : Prisma.sql`false`
    const byEmail = place.email && email !== null ? Prisma.sql`${place.email} = ${email}` : Prisma.sql`false`
    const rows = await sql.rows(columns)`
      SELECT ${place.id}::text AS id, coalesce(${place.title}, '') AS title,
        array_remove(${place.names}, NULL) AS names, array_remove(${place.texts} || ${mapTexts}, NULL) AS texts, status,
        deleted_at IS NOT NULL AS is_deleted, bool_or(found.has_email) AS has_email
      FROM ${place.table} JOIN (
        (SELECT ${place.id} AS found_id, false AS has_email FROM ${place.table}
         WHERE workspace_id = ${workspaceId} AND ${named(Prisma.sql`conflict_names`)} ORDER BY created_at DESC LIMIT ${mostCandidates})
        UNION ALL
        (SELECT ${place.id}, false FROM ${place.table}
         WHERE workspace_id = ${workspaceId} AND ${isLeft} AND ${named(place.formerly)}
         ORDER BY created_at DESC LIMIT ${mostCandidates})
        ${
          place.words && spelled.length > 0
            ? Prisma.sql`UNION ALL
        (SELECT ${place.id}, false FROM ${place.table}
         WHERE workspace_id = ${workspaceId} AND ${place.words} && ${spelled}::text[] ORDER BY created_at DESC LIMIT ${mostCandidates})`
            : Prisma.empty
        }
        UNION ALL
        (SELECT ${place.id}, true FROM ${place.table}
         WHERE workspace_id = ${workspaceId} AND ${byEmail} ORDER BY created_at DESC LIMIT 50)
      ) AS found ON found_id = ${place.id}
      WHERE workspace_id = ${workspaceId}
      GROUP BY workspace_id, ${place.id}
      ORDER BY created_at DESC`
    found.push(...rows.map((row) => ({ ...row, kind: place.kind })))
  }
  return found
}

import { oneOf, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { hashKey } from '../access/keys/keys.ts'
import type { Actor } from '../core/verbs/actor.ts'
import { searchTermsOf } from './search-terms.ts'
import { keyColumns, sources } from './sources.ts'
import type { FoundKind } from './sources.ts'

const mostOfAKind = 6
const kinds = sources.map(({ kind }) => kind)

interface Query {
  readonly q: string
  readonly kind?: FoundKind | undefined
}

/** Searches all kinds that the reader may read, in one statement. Exact matches come first, then the newest of each kind. */
export async function search(
  sql: Sql,
  { workspaceId, permissions }: Pick<Actor, 'workspaceId' | 'permissions'>,
  { q, kind }: Query,
) {
  const terms = searchTermsOf(q)
  const parts = sources
    .filter((source) => permissions.includes(source.permission) && (!kind || kind === source.kind))
    .flatMap(({ kind: name, from }, place) => {
      const found = from(workspaceId, terms)
      if (!found) return []
      return [
        Prisma.sql`(SELECT ${name} AS kind, ${place}::int AS place, * FROM (${found}) AS found LIMIT ${mostOfAKind})`,
      ]
    })
  if (parts.length === 0) return []
  return sql.rows({ kind: oneOf(kinds), id: text, title: text, subtitle: text })`
    SELECT kind, id, coalesce(title, '') AS title, coalesce(subtitle, '') AS subtitle
    FROM (${Prisma.join(parts, ' UNION ALL ')}) AS found ORDER BY rank, place, newest DESC`
}

/** Finds an API key by its secret. */
export async function searchKey(sql: Sql, workspaceId: number, key: string) {
  const rows = await sql.rows({ id: text, title: text, subtitle: text })`
    SELECT id, title, subtitle FROM (
      SELECT ${keyColumns} FROM api_keys WHERE workspace_id = ${workspaceId} AND key_hash = ${hashKey(key)}
    ) AS found`
  return rows.map((row) => ({ ...row, kind: 'key' as const }))
}

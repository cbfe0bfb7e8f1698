import { oneOf, Prisma, text } from '@matterbase/db'
import { hashKey } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'
import type { WorkspaceDeps } from '../deps.ts'
import { lastChange } from './last-change.ts'
import { namesOf } from './names.ts'
import { keyColumns, sources } from './sources.ts'
import { wantedOf } from './wanted.ts'

const mostOfAKind = 6
const kinds = sources.map(({ kind }) => kind)

/** One statement for all kinds that the caller may read: exact matches first, then the newest of each kind. */
export const search = (_deps: WorkspaceDeps): Handlers<DashContract['search']> => ({
  async find({ query: { q, kind } }, { caller, sql }) {
    const wanted = wantedOf(q)
    const parts = sources
      .filter((source) => caller.permissions.includes(source.permission) && (!kind || kind === source.kind))
      .flatMap(({ kind: name, from }, place) => {
        const found = from(caller.workspaceId, wanted)
        return found
          ? [
              Prisma.sql`(SELECT ${name} AS kind, ${place}::int AS place, * FROM (${found}) AS found LIMIT ${mostOfAKind})`,
            ]
          : []
      })
    if (parts.length === 0) return { data: [] }
    const data = await sql.rows({ kind: oneOf(kinds), id: text, title: text, subtitle: text })`
      SELECT kind, id, coalesce(title, '') AS title, coalesce(subtitle, '') AS subtitle
      FROM (${Prisma.join(parts, ' UNION ALL ')}) AS found ORDER BY rank, place, newest DESC`
    return { data }
  },

  async findKey({ body }, { caller, sql }) {
    const found = await sql.rows({ id: text, title: text, subtitle: text })`
      SELECT id, title, subtitle FROM (
        SELECT ${keyColumns} FROM api_keys WHERE workspace_id = ${caller.workspaceId} AND key_hash = ${hashKey(body.key)}
      ) AS found`
    return { data: found.map((row) => ({ ...row, kind: 'key' as const })) }
  },

  names: namesOf,
  lastChange,
})

import { text } from '@matterbase/db'
import type { Actor } from '../../core/verbs/actor.ts'
import type { Draft, Values } from '../../core/records/record.ts'
import type { LockedWorkspace } from '../../core/write/transaction.ts'

/** The default member of new work: the signed-in user, or the member that the API key acts for. */
export const workedBy = ({ by }: Actor): Values => {
  if (by.kind === 'user') return { user_id: by.id }
  return by.kind === 'key' && by.actsFor ? { user_id: by.actsFor } : {}
}

/** Requires a current member, or none, for each draft. Existing work keeps a former member. */
export async function withMembers(tx: LockedWorkspace, drafts: readonly Draft[]): Promise<Draft[]> {
  const members = await currentMembers(tx, drafts.flatMap(namedBy))
  return drafts.map((draft) => {
    const { existing, changes, defaults, values } = draft
    const given = changes['user_id']
    const before = existing ? existing.values['user_id'] : knownIn(members, defaults?.['user_id'])
    const userId = given === null ? null : (knownIn(members, given) ?? before ?? null)
    return { ...draft, values: { ...values, user_id: userId } }
  })
}

const knownIn = (members: ReadonlyMap<string, string>, id: unknown) =>
  typeof id === 'string' ? members.get(id.toLowerCase()) : undefined

const isId = (id: unknown): id is string =>
  typeof id === 'string' && /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(id)

/** Nothing of a record that keeps the member that it has. */
const namedBy = ({ existing, changes, defaults }: Draft): string[] => {
  const ids: unknown[] = existing ? [changes['user_id']] : [changes['user_id'], defaults?.['user_id']]
  return ids.filter(isId).filter((id) => id !== existing?.values['user_id'])
}

async function currentMembers(
  { sql, workspaceId }: LockedWorkspace,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.rows({ id: text })`
    SELECT user_id::text AS id FROM memberships
    WHERE owner_uuid = (SELECT owner_uuid FROM workspaces WHERE id = ${workspaceId}) AND user_id = ANY (${[...new Set(ids)]}::text[]::uuid[])`
  return new Map(rows.map(({ id }) => [id, id]))
}

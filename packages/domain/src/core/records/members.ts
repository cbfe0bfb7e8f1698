import { int, list, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Deriveds, ErrorDetail } from '@matterbase/schemas'
import type { Draft, Values } from './record.ts'

type Naming = Pick<Draft, 'workspaceId' | 'changes' | 'defaults' | 'existing'>

/** The fields with the ID of a member of the account. */
const memberFields = (derived: Deriveds) => Object.keys(derived).filter((name) => derived[name]?.references === 'users')

interface WithMembers {
  readonly drafts: readonly Draft[]
  /** The member fields of each draft that name no current member. */
  readonly unknown: readonly (readonly ErrorDetail[])[]
}

/**
 * Looks up the members that the drafts name. A record keeps the member that it has, also a former one. The look-up takes no
 * lock, so a member who is removed at this moment can be named as if the write had come first.
 */
export async function withMembers(sql: Sql, drafts: readonly Draft[], derived: Deriveds): Promise<WithMembers> {
  const names = memberFields(derived)
  if (names.length === 0) return { drafts, unknown: drafts.map(() => []) }
  const members = await currentMembers(
    sql,
    drafts.flatMap((draft) => namedBy(draft, names).map((id) => ({ workspaceId: draft.workspaceId, id }))),
  )
  const found = drafts.map((draft) => {
    const { workspaceId, existing, changes, defaults } = draft
    const known = (id: unknown) => (typeof id === 'string' && members.get(memberName({ workspaceId, id }))) || undefined
    return names.map((name) => {
      const before = (existing ? existing.values[name] : known(defaults?.[name])) ?? null
      const sent = changes[name]
      if (sent === undefined || isSame(sent, before)) return { name, id: before }
      return { name, id: sent === null ? null : known(sent) }
    })
  })
  return {
    drafts: drafts.map((draft, at) => {
      const own = (found[at] ?? []).map(({ name, id = null }) => [name, id] as const)
      return { ...draft, values: { ...draft.values, ...Object.fromEntries(own) } }
    }),
    unknown: found.map((fields) => fields.filter(({ id }) => id === undefined).map(({ name }) => unknownMember(name))),
  }
}

/** The error for a field that names no current member. */
export const unknownMember = (field: string): ErrorDetail => ({
  field,
  code: 'not_found',
  message: 'is not the ID of a current member of this account. GET /users lists the members',
})

/** UUIDs have several spellings. */
const isSame = (sent: unknown, before: unknown) =>
  sent === before || (typeof sent === 'string' && typeof before === 'string' && sent.toLowerCase() === before)

/** True if a new record names a member, so that it cannot be written without a look at the members. */
export const namesMember = ({ changes }: { readonly changes: Values }, derived: Deriveds): boolean =>
  memberFields(derived).some((name) => (changes[name] ?? null) !== null)

/** Names a member in a map. */
export const memberName = ({ workspaceId, id }: Named) => `${workspaceId} ${id.toLowerCase()}`

const isId = (id: unknown): id is string =>
  typeof id === 'string' && /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(id)

/** The IDs to look up. A record keeps the members that it has. */
const namedBy = ({ existing, changes, defaults }: Naming, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const ids: unknown[] = existing ? [changes[name]] : [changes[name], defaults?.[name]]
    return ids.filter(isId).filter((id) => !isSame(id, existing?.values[name]))
  })

interface Named {
  readonly workspaceId: number
  readonly id: string
}

/** The IDs of current members among these, in the form of responses, by workspace and ID. */
export async function currentMembers(sql: Sql, named: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Map(named.map((one) => [memberName(one), one])).values()]
  if (distinct.length === 0) return new Map()
  const workspaces = list(
    distinct.map(({ workspaceId }) => workspaceId),
    'int',
  )
  const ids = list(
    distinct.map(({ id }) => id),
    'text',
  )
  const rows = await sql.rows({ workspace_id: int, id: text })`
    SELECT workspaces.id AS workspace_id, user_id::text AS id
    FROM unnest(${workspaces}, ${ids}) AS asked (asked_workspace, asked_user)
    JOIN workspaces ON workspaces.id = asked_workspace
    JOIN memberships ON memberships.owner_uuid = workspaces.owner_uuid AND user_id = asked_user::uuid`
  return new Map(rows.map(({ workspace_id: workspaceId, id }) => [memberName({ workspaceId, id }), id]))
}

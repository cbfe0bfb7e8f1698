import { int, list, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { CustomFieldResource, ErrorDetail } from '@matterbase/schemas'
import { existing, nameOf } from '../records/references.ts'
import { isEnforced, readDefinitionsOf } from './definitions.ts'
import type { Definition } from './definitions.ts'
import { isMap, readSentFields } from './sent-fields.ts'
import type { ReadFields, SentFields } from './sent-fields.ts'

/** Reads the definitions that these requests need: all of the resource, or those that the API requires of new records. */
export async function definitionsFor(
  sql: Sql,
  resource: CustomFieldResource | undefined,
  requested: readonly Omit<SentFields, 'before'>[],
): Promise<readonly Definition[]> {
  const isSent = requested.some(({ sent }) => sent !== undefined)
  const isNeeded = isSent || requested.some(({ isNew, isEnforced: isAsked }) => isNew && isAsked)
  if (resource === undefined || !isNeeded) return []
  const workspaceIds = [...new Set(requested.map(({ workspaceId }) => workspaceId))]
  const some = isSent ? Prisma.sql`deleted_at IS NULL` : isEnforced
  return readDefinitionsOf(sql, workspaceIds, Prisma.sql`resource = ${resource} AND ${some}`)
}

interface Named {
  readonly at: number
  readonly field: string
  readonly type: 'matter' | 'user'
  readonly workspaceId: number
  readonly id: number | string
}

/** Reads the custom fields of requests. A value that names no matter of its workspace, or no current member, is a problem. */
export async function readFields(
  sql: Sql,
  definitions: readonly Definition[],
  requested: readonly SentFields[],
): Promise<readonly ReadFields[]> {
  const byWorkspace = Map.groupBy(definitions, ({ workspace_id: workspaceId }) => workspaceId)
  const fields = requested.map((one) => readSentFields(byWorkspace.get(one.workspaceId) ?? [], one))
  const named = fields.flatMap(({ changes }, at): Named[] => {
    const workspaceId = requested[at]?.workspaceId ?? 0
    if (!isMap(changes)) return []
    return (byWorkspace.get(workspaceId) ?? []).flatMap(({ key, type }): Named[] => {
      const id = changes[key]
      const isNamed = typeof id === 'number' || typeof id === 'string'
      return isNamed && (type === 'matter' || type === 'user')
        ? [{ at, field: `custom_fields.${key}`, type, workspaceId, id }]
        : []
    })
  })
  const missing = Map.groupBy(await missingAmong(sql, named), ({ at }) => at)
  return fields.map((one, at) => ({ ...one, problems: [...one.problems, ...(missing.get(at) ?? []).map(problemOf)] }))
}

async function missingAmong(sql: Sql, named: readonly Named[]): Promise<readonly Named[]> {
  const matters = named.flatMap(({ type, workspaceId, id }) =>
    type === 'matter' && typeof id === 'number' ? [{ workspaceId, id }] : [],
  )
  const [found, members] = [
    await existing(sql, 'matters', matters),
    await membersAmong(
      sql,
      named.filter(({ type }) => type === 'user'),
    ),
  ]
  return named.filter((one) => !(one.type === 'matter' ? found : members).has(nameOf(one)))
}

async function membersAmong(sql: Sql, named: readonly Named[]): Promise<ReadonlySet<string>> {
  if (named.length === 0) return new Set()
  const workspaces = list(
    named.map(({ workspaceId }) => workspaceId),
    'int',
  )
  const ids = list(
    named.map(({ id }) => String(id)),
    'text',
  )
  const rows = await sql.rows({ workspace_id: int, user_id: text })`
    SELECT workspace.id AS workspace_id, user_id::text AS user_id
    FROM unnest(${workspaces}, ${ids}) AS asked (asked_workspace, asked_user)
    JOIN workspaces AS workspace ON workspace.id = asked_workspace
    JOIN memberships AS membership ON membership.owner_uuid = workspace.owner_uuid AND membership.user_id = asked_user::uuid`
  return new Set(rows.map(({ workspace_id: workspaceId, user_id: id }) => nameOf({ workspaceId, id })))
}

const problemOf = ({ field, type, id }: Named): ErrorDetail => ({
  field,
  code: 'not_found',
  message:
    type === 'matter'
      ? `there is no matter ${id} in this workspace. IDs differ between live and test`
      : 'is not the ID of a current member of this account',
})

import { int, list, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { CustomFieldResource, ErrorDetail } from '@matterbase/schemas'
import { existing, nameOf } from '../records/references.ts'
import type { RecordWrite, StoredRecord } from '../records/record.ts'
import { isEnforced, readDefinitionsOf } from './definitions.ts'
import type { Definition } from './definitions.ts'
import { isMap, readSentFields } from './sent-fields.ts'
import type { SentFields } from './sent-fields.ts'

interface Requested {
  readonly workspaceId: number
  readonly write: RecordWrite
}

/** Reads the definitions that these writes need: all of the resource, or those that the API requires of new records. */
export async function definitionsFor(
  sql: Sql,
  resource: CustomFieldResource | undefined,
  requested: readonly Requested[],
): Promise<readonly Definition[]> {
  const sending = requested.filter(({ write }) => write.changes['custom_fields'] !== undefined)
  const needing =
    sending.length > 0 ? sending : requested.filter(({ write }) => write.isEnforced && write.as !== 'change')
  if (resource === undefined || needing.length === 0) return []
  const workspaceIds = [...new Set(requested.map(({ workspaceId }) => workspaceId))]
  const some = sending.length > 0 ? Prisma.sql`deleted_at IS NULL` : isEnforced
  return readDefinitionsOf(sql, workspaceIds, Prisma.sql`resource = ${resource} AND ${some}`)
}

interface Named {
  readonly at: number
  readonly field: string
  readonly type: 'matter' | 'user'
  readonly workspaceId: number
  readonly id: number | string
}

/** Reads the custom fields of writes. A value that names no matter of its workspace, or no current member, is a problem. */
export async function sentFieldsOf(
  sql: Sql,
  definitions: readonly Definition[],
  requested: readonly (Requested & { readonly existing: StoredRecord | undefined })[],
): Promise<readonly (SentFields | undefined)[]> {
  if (definitions.length === 0 && requested.every(({ write }) => write.changes['custom_fields'] === undefined))
    return requested.map(() => undefined)
  const byWorkspace = Map.groupBy(definitions, ({ workspace_id: workspaceId }) => workspaceId)
  const fields = requested.map(({ workspaceId, write, existing: record }) =>
    readSentFields(byWorkspace.get(workspaceId) ?? [], write, record),
  )
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

import { Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { CustomFieldResource, ErrorDetail } from '@matterbase/schemas'
import { currentMembers, memberName, unknownMember } from '../records/members.ts'
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
  readonly workspaceId: number
  /** The ID of a matter, or the UUID of a member. */
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
        ? [{ at, field: `custom_fields.${key}`, workspaceId, id }]
        : []
    })
  })
  const missing = Map.groupBy(await missingAmong(sql, named), ({ at }) => at)
  return fields.map((one, at) => ({ ...one, problems: [...one.problems, ...(missing.get(at) ?? []).map(problemOf)] }))
}

async function missingAmong(sql: Sql, named: readonly Named[]): Promise<readonly Named[]> {
  const matters = named.flatMap(({ workspaceId, id }) => (typeof id === 'number' ? [{ workspaceId, id }] : []))
  const users = named.flatMap(({ workspaceId, id }) => (typeof id === 'string' ? [{ workspaceId, id }] : []))
  const found = await existing(sql, 'matters', matters)
  const members = await currentMembers(sql, users)
  return named.filter(({ workspaceId, id }) =>
    typeof id === 'number' ? !found.has(nameOf({ workspaceId, id })) : !members.has(memberName({ workspaceId, id })),
  )
}

const problemOf = ({ field, id }: Named): ErrorDetail =>
  typeof id === 'string'
    ? unknownMember(field)
    : {
        field,
        code: 'not_found',
        message: `there is no matter ${id} in this workspace. IDs differ between live and test`,
      }

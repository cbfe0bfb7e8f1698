import { bigint, identifier, int, list } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { recordContracts } from '@matterbase/schemas'
import type { ErrorDetail, Fields } from '@matterbase/schemas'
import { allEnded } from '../write/all-ended.ts'
import type { Draft } from './record.ts'
import { notDeleted } from './table/not-deleted.ts'

interface Reference {
  readonly workspaceId: number
  readonly id: number
}

/**
 * The new references of each draft that point to no record of its workspace. A deleted record, one of another workspace and
 * one that never existed have the same error.
 */
export async function missingReferences(
  sql: Sql,
  drafts: readonly Draft[],
  fields: Fields,
): Promise<readonly (readonly ErrorDetail[])[]> {
  const known = await allEnded(
    Object.entries(fields).map(async ([field, { references }]) => {
      const ids = drafts.map((draft) => (references === undefined ? [] : newReferences(draft, field)))
      const asked = drafts.flatMap(({ workspaceId }, at) => (ids[at] ?? []).map((id) => ({ workspaceId, id })))
      const found = await existing(sql, references ?? '', asked)
      return { field, references: references ?? '', ids, found }
    }),
  )
  return drafts.map(({ workspaceId }, at) =>
    known.flatMap(({ field, references, ids, found }) => {
      const id = ids[at]?.find((one) => !found.has(nameOf({ workspaceId, id: one })))
      if (id === undefined) return []
      const message = `there is no ${nounOf(references)} ${id} in this workspace. IDs differ between live and test`
      return [{ field, code: 'not_found', message }]
    }),
  )
}

/** The value that was sent, also for a field that follows from another record, and the value that is stored. */
function newReferences({ existing: before, changes, values }: Draft, field: string): number[] {
  const ids = new Set([changes[field], values[field]])
  return [...ids].filter((id) => typeof id === 'number').filter((id) => id !== before?.values[field])
}

/** Names a record in a set. */
export const nameOf = ({ workspaceId, id }: Reference) => `${workspaceId} ${id}`

/** The names of these references that point to a record. */
export async function existing(
  sql: Sql,
  table: string,
  references: readonly Reference[],
): Promise<ReadonlySet<string>> {
  if (references.length === 0) return new Set()
  const workspaces = list(
    references.map(({ workspaceId }) => workspaceId),
    'int',
  )
  const ids = list(
    references.map(({ id }) => id),
    'bigint',
  )
  const found = await sql.rows({ workspace_id: int, id: bigint })`
    SELECT workspace_id, id FROM unnest(${workspaces}, ${ids}) AS asked (asked_workspace, asked_key)
    JOIN ${identifier(table)} ON workspace_id = asked_workspace AND id = asked_key AND ${notDeleted}`
  return new Set(found.map(({ workspace_id: workspaceId, id }) => nameOf({ workspaceId, id: Number(id) })))
}

export const nounOf = (path: string) =>
  Object.values(recordContracts).find((contract) => contract.path === path)?.noun ?? 'record'

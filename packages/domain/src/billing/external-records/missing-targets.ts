import { bigint, list, text, int } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { ErrorDetail } from '@matterbase/schemas'
import type { Draft } from '../../core/records/record.ts'

/** The error for each new external record whose invoice, payment or credit note its workspace does not have. */
export async function missingTargets(sql: Sql, drafts: readonly Draft[]): Promise<readonly ErrorDetail[][]> {
  const asked = drafts.flatMap(({ existing, workspaceId, values: { resource, resource_id: id } }) =>
    existing === undefined && typeof resource === 'string' && typeof id === 'number'
      ? [{ workspaceId, resource, id }]
      : [],
  )
  const known = new Set(await targetsAmong(sql, asked))
  return drafts.map(({ existing, workspaceId, values: { resource, resource_id: id } }) => {
    if (existing !== undefined || typeof resource !== 'string' || typeof id !== 'number') return []
    if (known.has(nameOf({ workspaceId, resource, id }))) return []
    const message = `there is no ${resource.replace('_', ' ')} ${id} in this workspace. IDs differ between live and test`
    return [{ field: 'resource_id', code: 'not_found', message }]
  })
}

interface Target {
  readonly workspaceId: number
  readonly resource: string
  readonly id: number
}

const nameOf = ({ workspaceId, resource, id }: Target) => `${workspaceId} ${resource} ${id}`

/** The names of the targets that exist. Deleted invoices and reversed payments do not. */
async function targetsAmong(sql: Sql, targets: readonly Target[]): Promise<string[]> {
  if (targets.length === 0) return []
  const workspaces = list(
    targets.map(({ workspaceId }) => workspaceId),
    'int',
  )
  const resources = list(
    targets.map(({ resource }) => resource),
    'text',
  )
  const ids = list(
    targets.map(({ id }) => id),
    'bigint',
  )
  const rows = await sql.rows({ asked_workspace: int, asked_resource: text, asked_id: bigint })`
    SELECT asked_workspace, asked_resource, asked_id
    FROM unnest(${workspaces}, ${resources}, ${ids}) AS asked (asked_workspace, asked_resource, asked_id)
    WHERE (asked_resource = 'invoice' AND EXISTS (
        SELECT FROM invoices WHERE workspace_id = asked_workspace AND invoice_id = asked_id AND deleted_at IS NULL))
      OR (asked_resource = 'payment' AND EXISTS (
        SELECT FROM payments WHERE workspace_id = asked_workspace AND id = asked_id AND deleted_at IS NULL))
      OR (asked_resource = 'credit_note' AND EXISTS (
        SELECT FROM credit_notes WHERE workspace_id = asked_workspace AND id = asked_id))`
  return rows.map(({ asked_workspace: workspaceId, asked_resource: resource, asked_id: id }) =>
    nameOf({ workspaceId, resource, id: Number(id) }),
  )
}

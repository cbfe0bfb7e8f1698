import { Prisma } from '@matterbase/db'
import { canFilter, mostCustomFields, mostFilterable } from '@matterbase/schemas'
import type { CustomFieldDefinition } from '@matterbase/schemas'
import { invalid, notFound, RefusedError } from '../verbs/refused.ts'
import type { Tx } from '../write/transaction.ts'
import { readDefinitions, withoutDeletion } from './definitions.ts'
import type { Definition } from './definitions.ts'
import { emptyFilter, fillFilter } from './field-values.ts'

/** @throws RefusedError not_found. */
export async function requireDefinition({ sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>, id: number) {
  const [definition] = await readDefinitions(sql, workspaceId, Prisma.sql`id = ${id}`)
  if (!definition) throw notFound()
  return definition
}

/** Stores the settings of a definition, and what follows from them. @throws RefusedError. */
export async function storeDefinition(
  tx: Tx,
  after: Definition,
  all: readonly Definition[],
): Promise<CustomFieldDefinition> {
  const former = all.find(({ id }) => id === after.id)
  requireRoom(after, all)
  if (after.is_filterable && !canFilter(after.type))
    throw invalid('is_filterable', 'invalid_value', `must be false for ${after.type}. Lists cannot filter this type`)
  await tx.sql.run`
    UPDATE custom_field_definitions
    SET label = ${after.label.trim()}, type = ${after.type}, options = ${after.options === null ? null : JSON.stringify(after.options)}::jsonb,
        group_label = ${after.group_label}, is_default = ${after.is_default}, is_required = ${after.is_required},
        is_filterable = ${after.is_filterable}, enforce_in_api = ${after.enforce_in_api},
        archived_at = ${after.archived_at}::timestamptz, deleted_at = NULL
    WHERE workspace_id = ${tx.workspaceId} AND id = ${after.id}`
  const wasFilled = former !== undefined && former.is_filterable && !former.is_deleted
  if (after.is_filterable && !wasFilled) await fillFilter(tx, after)
  if (!after.is_filterable && wasFilled) await emptyFilter(tx, after.id)
  return withoutDeletion(await requireDefinition(tx, after.id))
}

/** Archived and deleted fields count too, because their values are kept. */
const mostDefinitions = 500

const isActive = ({ archived_at: archivedAt, is_deleted: isDeleted }: Definition) => archivedAt === null && !isDeleted

function requireRoom(after: Definition, all: readonly Definition[]) {
  if (all.length >= mostDefinitions && !all.some(({ id }) => id === after.id))
    throw new RefusedError(
      'limit_reached',
      `A resource has at most ${mostDefinitions} custom fields, with those that are archived or deleted. Delete an archived one first.`,
    )
  if (!isActive(after)) return
  const others = all.filter((one) => isActive(one) && one.id !== after.id)
  if (others.length >= mostCustomFields)
    throw new RefusedError(
      'limit_reached',
      `A resource has at most ${mostCustomFields} custom fields that are not archived. Archive one first.`,
    )
  if (after.is_filterable && others.filter(({ is_filterable: canFilter }) => canFilter).length >= mostFilterable)
    throw new RefusedError(
      'limit_reached',
      `A resource has at most ${mostFilterable} custom fields with a filter. Switch off the filter of another field first.`,
    )
}

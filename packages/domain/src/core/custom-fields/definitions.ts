import { bool, filled, float, int, isoText, json, list, oneOf, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { customFieldResources, customFieldTypes, recordContracts, tableOf } from '@matterbase/schemas'
import type { CustomFieldDefinition, CustomFieldResource } from '@matterbase/schemas'
import { z } from 'zod'
import { isAllowed } from '../verbs/actor.ts'
import type { Actor } from '../verbs/actor.ts'
import { RefusedError } from '../verbs/refused.ts'

export type Option = NonNullable<CustomFieldDefinition['options']>[number]

export interface Definition extends CustomFieldDefinition {
  readonly workspace_id: number
  readonly is_deleted: boolean
}

const Options = z.array(z.object({ id: z.int(), label: z.string(), archived: z.boolean() }))

/** The definitions of a workspace, by resource and position. */
export const readDefinitions = (sql: Sql, workspaceId: number, condition: Prisma.Sql) =>
  readDefinitionsOf(sql, [workspaceId], condition)

/** The same of several workspaces. */
export const readDefinitionsOf = (
  sql: Sql,
  workspaceIds: readonly number[],
  condition: Prisma.Sql,
): Promise<Definition[]> =>
  sql.rows({
    workspace_id: int,
    id: float,
    resource: oneOf(customFieldResources),
    key: text,
    label: text,
    type: oneOf(customFieldTypes),
    options: orNull(json(Options)),
    group_label: orNull(text),
    position: int,
    is_default: bool,
    is_required: bool,
    is_filterable: bool,
    enforce_in_api: bool,
    archived_at: orNull(text),
    is_deleted: filled(bool),
  })`
    SELECT workspace_id, id::float8 AS id, resource, key, label, type, options, group_label, position, is_default, is_required,
           is_filterable, enforce_in_api, ${isoText('archived_at')} AS archived_at, deleted_at IS NOT NULL AS is_deleted
    FROM custom_field_definitions WHERE workspace_id = ANY (${list(workspaceIds, 'int')}) AND ${condition}
    ORDER BY array_position(${[...customFieldResources]}::text[], resource), position, id`

/** The fields of new records that the API requires, as in the index of the table. */
export const isEnforced = Prisma.sql`is_required AND enforce_in_api AND archived_at IS NULL AND deleted_at IS NULL`

/** A definition without the facts that are for this server only. */
export const withoutDeletion = ({
  workspace_id: _workspaceId,
  is_deleted: _isDeleted,
  ...definition
}: Definition): CustomFieldDefinition => definition

const scopes: Readonly<Record<CustomFieldResource, string>> = {
  matters: 'matters:read',
  clients: 'clients:read',
  leads: 'leads:read',
}

interface Listed {
  readonly resource?: CustomFieldResource | undefined
  readonly include_archived?: boolean | undefined
}

/**
 * The custom fields of the resources that the actor may read.
 *
 * @throws RefusedError insufficient_scope when the actor may read none.
 */
export async function listCustomFields(
  sql: Sql,
  actor: Actor,
  { resource, include_archived: isWithArchived = false }: Listed,
): Promise<CustomFieldDefinition[]> {
  const asked = resource === undefined ? customFieldResources : [resource]
  const readable = asked.filter((one) => isAllowed(actor, scopes[one]))
  if (readable.length === 0) throw unreadable(asked.map((one) => scopes[one]))
  const archived = isWithArchived ? Prisma.sql`true` : Prisma.sql`archived_at IS NULL`
  const condition = Prisma.sql`resource = ANY (${readable}::text[]) AND deleted_at IS NULL AND ${archived}`
  return (await readDefinitions(sql, actor.workspaceId, condition)).map(withoutDeletion)
}

/** The fields that were deleted and can be restored. */
export const listDeletedCustomFields = async (sql: Sql, workspaceId: number) =>
  (await readDefinitions(sql, workspaceId, Prisma.sql`deleted_at IS NOT NULL`)).map(withoutDeletion)

const unreadable = (needed: readonly string[]) =>
  new RefusedError(
    'insufficient_scope',
    `Listing custom fields needs ${needed.join(' or ')}. Use an API key or a role that has one of these scopes.`,
    { scope: needed.join(' ') },
  )

/** The table with the records of a resource, and the column of their ID. */
export const recordsOf = (resource: CustomFieldResource) =>
  resource === 'leads'
    ? { table: 'leads', id: 'lead_id' }
    : { table: tableOf(recordContracts[resource].path), id: 'id' }

import { int, Prisma } from '@matterbase/db'
import type { CustomFieldDefinition, CustomFieldResource, CustomFieldType } from '@matterbase/schemas'
import { invalid, notFound } from '../verbs/refused.ts'
import { verb } from '../verbs/verb.ts'
import { readDefinitions, withoutDeletion } from './definitions.ts'
import type { Definition } from './definitions.ts'
import { optionsAfter } from './options.ts'
import type { OptionInput } from './options.ts'
import { rangeRival } from './range-names.ts'
import { requireDefinition, storeDefinition } from './store-definition.ts'
import { putBackValues, takeOutValues } from './field-values.ts'

/** The settings of a request. A field that is left out keeps its value. */
interface Settings {
  readonly label?: string | undefined
  readonly options?: readonly OptionInput[] | undefined
  readonly group_label?: string | null | undefined
  readonly is_default?: boolean | undefined
  readonly is_required?: boolean | undefined
  readonly is_filterable?: boolean | undefined
  readonly enforce_in_api?: boolean | undefined
}

export interface NewCustomField extends Settings {
  readonly resource: CustomFieldResource
  readonly key: string
  readonly type: CustomFieldType
  readonly label: string
}

export interface CustomFieldChange extends Settings {
  readonly id: number
  readonly type?: CustomFieldType | undefined
  readonly archived?: boolean | undefined
  /** False restores a deleted field. */
  readonly deleted?: false | undefined
}

const nameOf = ({ resource, key }: Pick<CustomFieldDefinition, 'resource' | 'key'>) => `custom field ${resource}.${key}`

/** Defines a field. Every process accepts its values from the next request on. */
export const createCustomField = verb({
  allow: ['settings:write'],
  async run(tx, _actor, field: NewCustomField): Promise<CustomFieldDefinition> {
    const { resource, key, type } = field
    const all = await readDefinitions(tx.sql, tx.workspaceId, Prisma.sql`resource = ${resource}`)
    const same = all.find((one) => one.key === key)
    if (same) throw invalid('key', 'taken', taken(same))
    const rival = rangeRival(field, all)
    if (rival) throw invalid('key', 'taken', rangeTaken(rival.key))
    const options = optionsAfter(type, null, field.options)
    const [row] = await tx.sql.rows({ id: int })`
      INSERT INTO custom_field_definitions (workspace_id, resource, key, label, type, position)
      VALUES (${tx.workspaceId}, ${resource}, ${key}, ${field.label}, ${type}, ${Math.max(0, ...all.map(({ position }) => position)) + 1})
      RETURNING id::int AS id`
    if (!row) throw new Error('A definition was not written')
    return storeDefinition(
      tx,
      {
        ...defaults,
        ...field,
        ...row,
        workspace_id: tx.workspaceId,
        options: options ? [...options] : null,
        position: 0,
      },
      all,
    )
  },
  action: 'custom_field.created',
  note: (_field, made) => ({ target: nameOf(made), details: { type: made.type } }),
})

const defaults = {
  group_label: null,
  is_default: true,
  is_required: false,
  is_filterable: false,
  enforce_in_api: false,
  archived_at: null,
  is_deleted: false,
}

const taken = ({ is_deleted: isDeleted, archived_at: archivedAt }: Definition) =>
  isDeleted
    ? 'belongs to a deleted field, whose values are kept for 30 days. Restore that field, or use another key'
    : `belongs to another field${archivedAt === null ? '' : ', which is archived'}. Use another key`

const rangeTaken = (key: string) =>
  `cannot be next to the field ${key}, because lists filter numbers, money and days by the key with _from and _to. Use another key`

/** Changes, archives or restores a field. */
export const changeCustomField = verb({
  allow: ['settings:write'],
  async run(tx, _actor, { id, archived, deleted, options, ...sent }: CustomFieldChange) {
    const former = await requireDefinition(tx, id)
    const all = await readDefinitions(tx.sql, tx.workspaceId, Prisma.sql`resource = ${former.resource}`)
    if (former.is_deleted && deleted === undefined) throw notFound()
    const type = sent.type ?? former.type
    if (type !== former.type && !(former.type === 'text' && type === 'long_text'))
      throw invalid('type', 'invalid_value', `cannot change from ${former.type} to ${type}. Define another field`)
    const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
    const after: Definition = {
      ...former,
      ...given,
      options: optionsAfter(type, former.options, options)?.slice() ?? null,
      archived_at: archived === undefined ? former.archived_at : archived ? tx.now.toISOString() : null,
      is_deleted: false,
    }
    const definition = await storeDefinition(tx, after, all)
    if (former.is_deleted) await putBackValues(tx, former)
    return definition
  },
  action: 'custom_field.updated',
  note: ({ id: _id, ...change }, after) => ({ target: nameOf(after), details: { fields: Object.keys(change) } }),
})

/** Deletes a field, and takes its values out of the records. The worker erases them after 30 days. */
export const deleteCustomField = verb({
  allow: ['settings:write'],
  async run(tx, _actor, { id }: { readonly id: number }) {
    const definition = await requireDefinition(tx, id)
    if (definition.is_deleted) throw notFound()
    await tx.sql.run`
      UPDATE custom_field_definitions SET deleted_at = ${tx.now} WHERE workspace_id = ${tx.workspaceId} AND id = ${id}`
    await takeOutValues(tx, definition)
    return definition
  },
  action: 'custom_field.deleted',
  note: (_input, definition) => ({ target: nameOf(definition) }),
})

/** Sets the order of the fields of a resource. Fields that are not named follow in their order. */
export const orderCustomFields = verb({
  allow: ['settings:write'],
  async run(
    tx,
    _actor,
    { resource, ids }: { readonly resource: CustomFieldResource; readonly ids: readonly number[] },
  ) {
    await tx.sql.run`
      UPDATE custom_field_definitions AS field SET position = place
      FROM (
        SELECT id AS moved, row_number() OVER (ORDER BY array_position(${[...ids]}::bigint[], id) NULLS LAST, position, id) AS place
        FROM custom_field_definitions WHERE workspace_id = ${tx.workspaceId} AND resource = ${resource}
      ) AS ordered
      WHERE workspace_id = ${tx.workspaceId} AND id = moved`
    const condition = Prisma.sql`resource = ${resource} AND deleted_at IS NULL`
    return (await readDefinitions(tx.sql, tx.workspaceId, condition)).map(withoutDeletion)
  },
  action: 'custom_fields.ordered',
  note: ({ resource }) => ({ target: `custom fields of ${resource}` }),
})

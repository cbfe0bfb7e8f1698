import { identifier } from '@matterbase/db'
import type { CustomFieldResource } from '@matterbase/schemas'
import type { Tx } from '../write/transaction.ts'
import { recordsOf } from './definitions.ts'

/** Computes what statements need to write the custom fields of a resource as JSON. */
export const renewTemplate = ({ sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>, resource: CustomFieldResource) =>
  sql.run`
    INSERT INTO custom_field_templates (workspace_id, resource, template, empty, hidden, options)
    SELECT ${workspaceId}::int, ${resource}, template, template::text, hidden, options FROM (
      SELECT coalesce(jsonb_object_agg(key, NULL) FILTER (WHERE is_active), '{}') AS template,
             coalesce(array_agg(key) FILTER (WHERE NOT is_active), '{}') AS hidden,
             jsonb_object_agg(key, labels) FILTER (WHERE is_active AND labels IS NOT NULL) AS options
      FROM (
        SELECT key, archived_at IS NULL AND deleted_at IS NULL AS is_active, (
          SELECT jsonb_object_agg(option ->> 'id', option - 'archived') FROM jsonb_array_elements(options) AS option
        ) AS labels
        FROM custom_field_definitions WHERE workspace_id = ${workspaceId} AND resource = ${resource}
      ) AS field
    ) AS computed
    ON CONFLICT (workspace_id, resource) DO UPDATE
    SET template = excluded.template, empty = excluded.empty, hidden = excluded.hidden, options = excluded.options`

interface Filled {
  readonly id: number
  readonly resource: CustomFieldResource
  readonly key: string
}

/** Writes the rows of `custom_values` that filters of the field need, from the values of all records. */
export async function refillValues({ sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>, field: Filled) {
  await emptyValues({ sql, workspaceId }, field.id)
  const { table, id } = recordsOf(field.resource)
  await sql.run`
    INSERT INTO custom_values (workspace_id, field_id, record_id, place, text_value, number_value, date_value)
    SELECT record.workspace_id, field_id, record_id, place, text_value, number_value, date_value FROM ${identifier(table)} AS record
    CROSS JOIN LATERAL custom_values_of(${workspaceId}::int, ${field.resource}, record.${identifier(id)}::text, record.custom_fields) AS stored
    WHERE record.workspace_id = ${workspaceId} AND record.custom_fields ? ${field.key} AND stored.field_id = ${field.id}`
}

/** Deletes the rows of the field that filters need. */
export const emptyValues = ({ sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>, id: number) =>
  sql.run`DELETE FROM custom_values WHERE workspace_id = ${workspaceId} AND field_id = ${id}`

import { identifier, int, Prisma } from '@matterbase/db'
import type { Tx } from '../write/transaction.ts'
import { recordsOf } from './definitions.ts'
import type { Definition } from './definitions.ts'

type Field = Pick<Definition, 'id' | 'resource' | 'key'>
type Place = Pick<Tx, 'sql' | 'workspaceId'>

/** Writes the rows of `custom_values` that filters of the field need, from the values of all records. */
export async function fillFilter({ sql, workspaceId }: Place, field: Field) {
  await emptyFilter({ sql, workspaceId }, field.id)
  const { table, id } = recordsOf(field.resource)
  await sql.run`
    INSERT INTO custom_values (workspace_id, field_id, record_id, place, text_value, number_value, date_value)
    SELECT record.workspace_id, field_id, record_id, place, text_value, number_value, date_value FROM ${identifier(table)} AS record
    CROSS JOIN LATERAL custom_values_of(${workspaceId}::int, ${field.resource}, record.${identifier(id)}::text, record.custom_fields) AS stored
    WHERE record.workspace_id = ${workspaceId} AND record.custom_fields -> ${field.key} IS NOT NULL AND stored.field_id = ${field.id}`
}

/** Deletes the rows of `custom_values` that filters of the field need. */
export const emptyFilter = ({ sql, workspaceId }: Place, id: number) =>
  sql.run`DELETE FROM custom_values WHERE workspace_id = ${workspaceId} AND field_id = ${id}`

/** Moves the values of a field from the records to where they wait to be restored or erased. Records change without events. */
export async function takeOutValues(tx: Tx, field: Field) {
  const { sql, workspaceId } = tx
  const { table, id } = recordsOf(field.resource)
  await emptyFilter(tx, field.id)
  const moved = await sql.run`
    INSERT INTO deleted_custom_values (workspace_id, field_id, record_id, value)
    SELECT workspace_id, ${field.id}, ${identifier(id)}::text, custom_fields -> ${field.key}
    FROM ${identifier(table)} WHERE workspace_id = ${workspaceId} AND custom_fields -> ${field.key} IS NOT NULL AND deleted_at IS NULL`
  if (moved > 0)
    await changeValues(tx, field, moved, Prisma.sql`nullif(custom_fields::jsonb - ${field.key}::text, '{}')`)
}

/** Moves the values of a restored field back to the records that still exist. */
export async function putBackValues(tx: Tx, field: Field) {
  const { sql, workspaceId } = tx
  const [counted] = await sql.rows({ count: int })`
    SELECT count(*)::int AS count FROM deleted_custom_values WHERE workspace_id = ${workspaceId} AND field_id = ${field.id}`
  const count = counted?.count ?? 0
  if (count === 0) return
  await changeValues(
    tx,
    field,
    count,
    Prisma.sql`jsonb_set(coalesce(custom_fields, '{}')::jsonb, ARRAY[${field.key}::text], value::jsonb)`,
  )
  await sql.run`DELETE FROM deleted_custom_values WHERE workspace_id = ${workspaceId} AND field_id = ${field.id}`
}

/** Sets `custom_fields` of all records with a moved value, each with a stamp of its own. */
async function changeValues(tx: Tx, { id: fieldId, resource }: Field, count: number, values: Prisma.Sql) {
  const { sql, workspaceId } = tx
  const { table, id } = recordsOf(resource)
  await sql.run`
    UPDATE ${identifier(table)} AS record
    SET custom_fields = ${values}, updated_at = ${tx.stamps(count)}::timestamptz + place * interval '1 ms'
    FROM (
      SELECT record_id, value, row_number() OVER () - 1 AS place
      FROM deleted_custom_values WHERE workspace_id = ${workspaceId} AND field_id = ${fieldId}
    ) AS moved
    WHERE record.workspace_id = ${workspaceId} AND record.deleted_at IS NULL AND record.${identifier(id)}::text = record_id`
}

import type { Sql } from '@matterbase/db'
import { listCustomFields } from '@matterbase/domain'
import { customFieldResources } from '@matterbase/schemas'
import type { CustomFieldDefinition } from '@matterbase/schemas'
import type { Caller } from '../../http/access/caller.ts'
import type { Cell } from './csv.ts'
import { rowOf } from './csv-rows.ts'
import type { Row } from './csv-rows.ts'

interface Columns {
  readonly names: readonly string[]
  readonly rowOf: (record: object) => Row
}

/** The columns of an export, with `custom_fields.<key>` for each custom field of the resource instead of `custom_fields`. */
export async function withCustomColumns(
  sql: Sql,
  caller: Caller,
  list: string,
  names: readonly string[],
): Promise<Columns> {
  const resource = customFieldResources.find((one) => one === list)
  if (resource === undefined) return { names, rowOf }
  const fields = await listCustomFields(sql, caller, { resource })
  const columns = fields.map((field) => ({ name: `custom_fields.${field.key}`, field }))
  return {
    names: names.flatMap((name) => (name === 'custom_fields' ? columns.map((column) => column.name) : [name])),
    rowOf: (record) => {
      const values = valuesIn(record)
      return {
        ...rowOf(record),
        ...Object.fromEntries(columns.map(({ name, field }) => [name, cellOf(field, values[field.key])])),
      }
    },
  }
}

function valuesIn(record: object): Readonly<Record<string, unknown>> {
  const values: unknown = 'custom_fields' in record ? record.custom_fields : {}
  return typeof values === 'object' && values !== null ? { ...values } : {}
}

/** Options by their labels, several of them separated by semicolons. */
function cellOf({ options }: CustomFieldDefinition, value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value !== 'object') return value as Cell
  const ids = [value].flat().map((one: unknown) => (typeof one === 'object' && one && 'id' in one ? one.id : one))
  return ids.map((id) => options?.find((option) => option.id === id)?.label ?? '').join('; ')
}

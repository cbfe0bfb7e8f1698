import { identifier, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { hasOptions } from '@matterbase/schemas'
import type { CustomFieldResource, CustomFieldType, ErrorDetail, Pairs } from '@matterbase/schemas'
import { invalidFields } from '../verbs/refused.ts'
import { readDefinitions } from './definitions.ts'
import type { Definition } from './definitions.ts'
import { hasRange } from './range-names.ts'
import { readValue } from './read-value.ts'

const columns: Readonly<Record<CustomFieldType, 'text_value' | 'number_value' | 'date_value'>> = {
  text: 'text_value',
  long_text: 'text_value',
  url: 'text_value',
  email: 'text_value',
  boolean: 'text_value',
  user: 'text_value',
  number: 'number_value',
  money: 'number_value',
  select: 'number_value',
  multi_select: 'number_value',
  matter: 'number_value',
  date: 'date_value',
}

/**
 * The condition that records have all of these values of custom fields. A key with `_from` or `_to` is the end of a range.
 *
 * @param id the column that `record_id` of `custom_values` has as text, and its type.
 * @throws RefusedError validation_failed for a field that is unknown or has no filter, and for a value of another type.
 */
export async function haveFields(
  sql: Sql,
  { workspaceId, resource }: { readonly workspaceId: number; readonly resource: CustomFieldResource },
  wanted: Pairs,
  { id, type }: { readonly id: string; readonly type: 'bigint' | 'uuid' },
): Promise<Prisma.Sql> {
  const definitions = await readDefinitions(sql, workspaceId, Prisma.sql`resource = ${resource} AND deleted_at IS NULL`)
  const details: ErrorDetail[] = []
  const conditions = Object.entries(wanted).flatMap(([name, value]) => {
    const found = comparisonOf(definitions, name, value)
    if ('code' in found) {
      details.push({ field: `custom_fields[${name.slice(0, 64).toWellFormed()}]`, ...found })
      return []
    }
    return Prisma.sql`${identifier(id)} IN (
      SELECT record_id::${Prisma.raw(type)} FROM custom_values
      WHERE workspace_id = ${workspaceId} AND field_id = ${found.field.id} AND ${found.compared})`
  })
  if (details.length > 0) throw invalidFields(details)
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`true`
}

function comparisonOf(definitions: readonly Definition[], name: string, value: string) {
  const end = /_(from|to)$/.exec(name)?.[1]
  const exact = definitions.find(({ key }) => key === name)
  const field = exact ?? definitions.find((one) => end !== undefined && hasRange(one) && `${one.key}_${end}` === name)
  if (!field) return { code: 'unknown_field', message: 'is not a custom field. GET /custom-fields lists the keys' }
  if (!field.is_filterable)
    return { code: 'not_filterable', message: `is not a filter, because is_filterable of ${field.key} is false` }
  // Records keep archived options.
  const read = readValue(field, sentValue(field, value), () => true)
  if ('code' in read) return read
  if (read.value === null) return { code: 'blank', message: 'must have a value' }
  const operator = exact ? '=' : end === 'from' ? '>=' : '<='
  return {
    field,
    compared: Prisma.sql`${Prisma.raw(`${columns[field.type]} ${operator}`)} ${operandOf(field.type, read.value)}`,
  }
}

function operandOf(type: CustomFieldType, value: unknown): Prisma.Sql {
  const [single] = [value].flat()
  const text = String(typeof single === 'object' && single !== null && 'id' in single ? single.id : single)
  if (columns[type] === 'text_value') return Prisma.sql`${type === 'email' ? text.toLowerCase() : text}`
  return Prisma.sql`${text}::text::${Prisma.raw(columns[type] === 'date_value' ? 'date' : 'numeric')}`
}

/** The value of a parameter as the body of a request has it. */
function sentValue({ type }: Definition, value: string): unknown {
  const isNumber = /^-?\d{1,15}(\.\d{1,10})?$/.test(value)
  if (hasOptions(type)) return type === 'multi_select' ? [value] : value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return isNumber && columns[type] === 'number_value' ? Number(value) : value
}

import type { CustomFieldDefinition } from '@matterbase/schemas'
import { webAddress } from '../../components/forms/web-address.ts'
import { decimalText, numberOf } from '../../components/forms/typed/typed-value.ts'

interface OptionId {
  readonly id: number
}

/** A value as a record has it. */
type CustomValue = string | number | boolean | OptionId | readonly OptionId[] | null

/** The values of a record by key. Keys without a value are missing. */
export type CustomValues = Readonly<Record<string, CustomValue | undefined>>

/** The value of an input: the IDs of options for `multi_select`, an ID for `matter`, else text. */
export type CustomInput = string | string[] | number | null

/** The values of the inputs by key. */
export type CustomInputs = Record<string, CustomInput>

type Field = Pick<CustomFieldDefinition, 'key' | 'type'>

/** The values of a record for the inputs of a form. */
export const inputsOf = (fields: readonly Field[], values: CustomValues): CustomInputs =>
  Object.fromEntries(fields.map(({ key, type }) => [key, inputOf(type, values[key] ?? null)]))

function inputOf(type: Field['type'], value: CustomValue): CustomInput {
  if (type === 'matter') return typeof value === 'number' ? value : null
  if (type === 'multi_select') return isList(value) ? value.map(({ id }) => String(id)) : []
  if (typeof value === 'number') return decimalText(value)
  if (typeof value === 'object' && value !== null) return isList(value) ? '' : String(value.id)
  return value === null ? '' : String(value)
}

// Array.isArray does not narrow a readonly array.
const isList = (value: CustomValue): value is readonly OptionId[] => Array.isArray(value)

/**
 * The values that a form changed, as the API takes them. Null clears a value.
 *
 * @throws {Error} when a number cannot be read.
 */
export function changedValues(fields: readonly Field[], before: CustomInputs, after: CustomInputs): CustomValues {
  const changed = fields.filter(({ key }) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return Object.fromEntries(changed.map(({ key, type }) => [key, valueOf(type, after[key] ?? null)]))
}

/** The part of a new record's body with its custom fields. Empty if no field has a value. */
export function newValues(fields: readonly Field[], inputs: CustomInputs) {
  const values = changedValues(fields, inputsOf(fields, {}), inputs)
  return Object.keys(values).length > 0 ? { custom_fields: values } : {}
}

function valueOf(type: Field['type'], input: CustomInput): CustomValue {
  if (Array.isArray(input)) return input.length === 0 ? null : input.map((id) => ({ id: Number(id) }))
  if (input === null || typeof input === 'number' || input.trim() === '')
    return typeof input === 'number' ? input : null
  if (type === 'number' || type === 'money') return numberOf(input)
  if (type === 'boolean') return input === 'true'
  if (type === 'select') return { id: Number(input) }
  return type === 'url' ? webAddress(input) : input
}

export const hasInput = (input: CustomInput | undefined) =>
  Array.isArray(input) ? input.length > 0 : input !== undefined && input !== null && input !== ''

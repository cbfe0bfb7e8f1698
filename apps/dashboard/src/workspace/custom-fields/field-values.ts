import type { CustomFieldDefinition, CustomFieldResource } from '@matterbase/schemas'
import { isSame } from '../../api/conflicts.ts'
import { canFilter, hasOptions } from './field-types.ts'

export interface OptionValues {
  /** Null for a new option. */
  option_id: number | null
  label: string
  archived: boolean
}

/** The values of the form of a field. */
export interface FieldValues {
  label: string
  key: string
  type: CustomFieldDefinition['type']
  options: OptionValues[]
  group_label: string
  is_default: boolean
  is_required: boolean
  enforce_in_api: boolean
  is_filterable: boolean
}

export const newOption: OptionValues = { option_id: null, label: '', archived: false }

export const newField: FieldValues = {
  label: '',
  key: '',
  type: 'text',
  options: [newOption],
  group_label: '',
  is_default: true,
  is_required: false,
  enforce_in_api: false,
  is_filterable: false,
}

export const valuesOf = (field: CustomFieldDefinition): FieldValues => ({
  label: field.label,
  key: field.key,
  type: field.type,
  options: (field.options ?? []).map(({ id, label, archived }) => ({ option_id: id, label, archived })),
  group_label: field.group_label ?? '',
  is_default: field.is_default,
  is_required: field.is_required,
  enforce_in_api: field.enforce_in_api,
  is_filterable: field.is_filterable,
})

/** The settings that a new field and a changed field have in common. */
function settingsOf(values: FieldValues) {
  const { label, type, options, group_label: group, is_default, is_required, enforce_in_api, is_filterable } = values
  // Empty rows at the end are not options. In between, they would shift the rows of the server's errors.
  const last = options.findLastIndex(({ option_id: id, label }) => id !== null || label.trim() !== '')
  return {
    label,
    ...(hasOptions(type) && {
      options: options.slice(0, last + 1).map(({ option_id: id, label, archived }) => ({
        ...(id !== null && { id }),
        label,
        archived,
      })),
    }),
    group_label: group.trim() || null,
    is_default,
    is_required,
    enforce_in_api: is_required && enforce_in_api,
    is_filterable: canFilter(type) && is_filterable,
  }
}

export const createdBy = (resource: CustomFieldResource, values: FieldValues) => ({
  resource,
  key: values.key.trim(),
  type: values.type,
  ...settingsOf(values),
})

/** The changed settings only, so that the changes of another member stay. */
export function changedBy(values: FieldValues, seen: CustomFieldDefinition) {
  const before = new Map<string, unknown>(Object.entries(settingsOf(valuesOf(seen))))
  const settings = settingsOf(values)
  const changed = Object.entries(settings).filter(([name, value]) => !isSame(value, before.get(name)))
  return {
    // Object.fromEntries does not keep the names.
    ...(Object.fromEntries(changed) as Partial<typeof settings>),
    ...(values.type !== seen.type && { type: values.type }),
  }
}

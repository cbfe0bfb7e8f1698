import type { CustomFieldDefinition } from '@matterbase/schemas'

type Field = Pick<CustomFieldDefinition, 'key' | 'label' | 'type' | 'archived_at' | 'is_filterable'>

/** One parameter of a list, with a value of a custom field. */
export interface FilterControl<F extends Field = CustomFieldDefinition> {
  /** The name in the query: `court_date_from`. */
  readonly name: string
  readonly label: string
  readonly field: F
}

const ends = ['from', 'to'] as const

/** The parameters that a list offers. Numbers, money and days have a range. */
export function filterControls<F extends Field>(fields: readonly F[]): readonly FilterControl<F>[] {
  return fields
    .filter((field) => field.is_filterable && field.archived_at === null)
    .flatMap((field) => {
      const { key, label, type } = field
      if (type !== 'number' && type !== 'money' && type !== 'date') return [{ name: key, label, field }]
      return ends.map((end) => ({ name: `${key}_${end}`, label: `${label} ${end}`, field }))
    })
}

/** The field and label of a parameter in an address, which can also be a single day or number. */
export function filterNamed<F extends Field>(fields: readonly F[], name: string): FilterControl<F> | undefined {
  const field = fields.find(({ key }) => key === name)
  return field ? { name, label: field.label, field } : filterControls(fields).find((control) => control.name === name)
}

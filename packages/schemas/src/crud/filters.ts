import { z } from 'zod'
import type { Derived, Field } from '../fields/fields.ts'
import { filterText } from '../fields/several.ts'

/** A filter takes what the field itself can be, as text. */
export function filtersOf<L extends PropertyKey>(
  fields: Readonly<Record<string, Field | Derived>>,
  names: readonly (L & string)[],
) {
  const filters = names.map((name) => {
    const field = fields[name]
    if (!field?.query) throw new Error(`${name} is not a field that a list can be narrowed by`)
    if (field.kind === 'map') {
      const isCustom = 'definedFor' in field && field.definedFor !== undefined
      return [name, z.optional(field.query).meta({ description: isCustom ? textOfCustomFields : textOfMap(name) })]
    }
    const sentence = filterText(`Only records with this \`${name}\``, field.query)
    return [name, z.optional(field.query).meta({ description: `${sentence}${remarkOn(field)}` })]
  })
  return Object.fromEntries(filters) as Record<L, z.ZodOptional<Field['query']>>
}

const textOfMap = (name: string) =>
  `Only records with this value under a key, such as \`${name}[erp_id]=A-2041\`. Values are compared exactly. With several keys, a record must have all of these values.`

const textOfCustomFields =
  'Only records with this value of a custom field, such as `custom_fields[judge]=3`. The field must have `is_filterable`. For a `select`, send the ID or the label of an option. For numbers, money and dates, `custom_fields[court_date_from]` and `custom_fields[court_date_to]` are the first and the last value. With several fields, a record must have all of these values.'

function remarkOn(field: Field | Derived): string {
  if ('isCaseless' in field && field.isCaseless) return ' Case is ignored.'
  return field.references === 'users' ? ' `none` finds records without a user.' : ''
}

import { z } from 'zod'
import { customFieldsFilter } from '../fields/custom-field.ts'
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
    if ('definedFor' in field && field.definedFor) return [name, customFieldsFilter]
    if (field.kind === 'map') return [name, z.optional(field.query).meta({ description: textOfMap(name) })]
    const sentence = filterText(`Only records with this \`${name}\``, field.query)
    return [name, z.optional(field.query).meta({ description: `${sentence}${remarkOn(field)}` })]
  })
  return Object.fromEntries(filters) as Record<L, z.ZodOptional<Field['query']>>
}

const textOfMap = (name: string) =>
  `Only records with this value under a key, such as \`${name}[erp_id]=A-2041\`. Values are compared exactly. With several keys, a record must have all of these values.`

function remarkOn(field: Field | Derived): string {
  if ('isCaseless' in field && field.isCaseless) return ' Case is ignored.'
  return field.references === 'users'
    ? ' `none` finds records without a user, and `me` those of the member that the API key acts for.'
    : ''
}

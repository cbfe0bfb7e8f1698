import { z } from 'zod'
import type { Field, Fields } from '../fields/fields.ts'
import { filterText } from '../fields/several.ts'

/** A filter takes what the field itself can be, as text. */
export function filtersOf<L extends PropertyKey>(fields: Fields, names: readonly (L & string)[]) {
  const filters = names.map((name) => {
    const field = fields[name]
    if (!field) throw new Error(`${name} is not a field`)
    const sentence = filterText(`Only records with this \`${name}\``, field.query)
    const description = field.isCaseless ? `${sentence} Case is ignored.` : sentence
    return [name, z.optional(field.query).meta({ description })]
  })
  return Object.fromEntries(filters) as Record<L, z.ZodOptional<Field['query']>>
}

import { z } from 'zod'
import type { Deriveds, Fields } from '../fields/fields.ts'
import { Tombstone } from '../fields/lists.ts'
import { deletedText } from './crud-texts.ts'
import { relatedMembers } from './related.ts'
import type { Relations } from './related.ts'

type Inputs<F extends Fields> = z.ZodObject<{ [K in keyof F]: z.ZodOptional<F[K]['input']> }>

/** What to change of a record: any of its fields. */
export const partialOf = <F extends Fields>(fields: F) =>
  z.object(mapValues(fields, ({ input }) => input.optional())) as Inputs<F>

/** A new record: the fields that it needs, and any others. */
export const completeOf = <F extends Fields>(fields: F) =>
  z.object(
    mapValues(fields, ({ input, required, initial }) =>
      required ? input : input.optional().meta(initial === null ? {} : { default: initial }),
    ),
  ) as Inputs<F>

interface Deleted {
  readonly name: string
  readonly noun: string
  readonly fields: Deriveds
  readonly relations: Relations
}

/** What is left of a record. */
export const deletedOf = ({ name, noun, fields, relations }: Deleted) =>
  z
    .object({
      ...mapValues(fields, ({ output }) => output.optional()),
      ...relatedMembers(relations),
      ...Tombstone.shape,
    })
    .meta({ id: `Deleted${name}`, description: deletedText(noun) })

export const mapValues = <V, T>(fields: Readonly<Record<string, V>>, map: (field: V) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field)]))

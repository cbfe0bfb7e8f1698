import { z } from 'zod'
import type { Deriveds, Fields } from '../fields/fields.ts'
import { Tombstone } from '../fields/lists.ts'
import { alwaysShown } from '../operations/always-shown.ts'
import type { Scope } from '../operations/scopes.ts'
import { deletedText, writtenText } from './crud-texts.ts'
import { referenceInputs, relatedMembers, relationsOf } from './related.ts'
import type { Relations } from './related.ts'

// A name that accepts any string has no type of its own, because no name was given.
export type Outputs<F extends Deriveds> = { [K in keyof F as string extends K ? never : K]: F[K]['output'] }

type InputsOf<D> = {
  [K in keyof D as D[K] extends { input: z.ZodType } ? K : never]: D[K] extends { input: infer I extends z.ZodType }
    ? z.ZodOptional<I>
    : never
}

type Inputs<F extends Fields, D extends Deriveds> = z.ZodObject<InputsOf<F> & InputsOf<D>>

/** The members that the service sets alone. */
export const readOnlyNames = (derived: Deriveds): readonly string[] => [
  'id',
  'created_at',
  'updated_at',
  'etag',
  ...Object.keys(derived).filter((name) => !derived[name]?.input),
]

/** The types of derived fields in responses. */
export const outputsOf = (derived: Deriveds) =>
  mapValues(derived, ({ input, output }) => (input ? output : output.meta({ readOnly: true })))

const inputsOf = (derived: Deriveds) =>
  Object.fromEntries(Object.entries(derived).flatMap(([name, { input }]) => (input ? [[name, input.optional()]] : [])))

/** Any of the record's fields. */
const partialOf = <F extends Fields, D extends Deriveds>(fields: F, derived: D) =>
  z.object({ ...mapValues(fields, ({ input }) => input.optional()), ...inputsOf(derived) }) as Inputs<F, D>

/** A new record: the fields that it needs, and any others. */
const completeOf = <F extends Fields, D extends Deriveds>(fields: F, derived: D) =>
  z.object({
    ...mapValues(fields, ({ input, required, initial }) =>
      required ? input : input.optional().meta(initial === null ? {} : { default: initial }),
    ),
    ...inputsOf(derived),
  }) as Inputs<F, D>

/** The bodies of PATCH and POST. `plain` has no related records by their `external_id`, of which the compiler does not know. */
export function bodiesOf<F extends Fields, D extends Deriveds>(fields: F, derived: D) {
  const writable = Object.fromEntries(Object.entries<Deriveds[string]>(derived).filter(([, { input }]) => input))
  const references = referenceInputs(relationsOf(fields, writable))
  const withReferences = (body: Inputs<F, D>) => body.extend(references) as unknown as Inputs<F, D>
  const plain = partialOf(fields, derived)
  return { plain, partial: withReferences(plain), complete: withReferences(completeOf(fields, derived)) }
}

interface Deleted {
  readonly name: string
  readonly noun: string
  readonly fields: Deriveds
  readonly relations: Relations
}

interface Written<E> {
  readonly name: string
  readonly noun: string
  readonly read: Scope
  readonly Entity: E
}

/**
 * A record in the answer to a write: a field can be null that the request did not send. The type is that of callers
 * with the read scope, for whom it is the whole record.
 */
export const writtenOf = <E extends z.ZodObject>({ name, noun, read, Entity }: Written<E>) =>
  maskableOf(Entity).meta({ id: `Written${name}`, description: writtenText(noun, read) })

/** The same without a name in the OpenAPI document. */
export const maskableOf = <E extends z.ZodObject>(Entity: E) =>
  z.object(
    Object.fromEntries(
      Object.entries(Entity.shape).map(([field, output]) => [
        field,
        alwaysShown.includes(field) ? output : (output as z.ZodType).nullable(),
      ]),
    ),
  ) as unknown as E

/** The tombstone of a record. */
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

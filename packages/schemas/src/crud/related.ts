import { z } from 'zod'
import type { Fields } from '../fields/fields.ts'
import { several } from '../fields/several.ts'
import type { Scope } from '../operations/scopes.ts'

/** A reference of a record: the field with the ID, and the path of the resource. */
interface Relation {
  readonly column: string
  readonly references: string
}

/** The same by the name of the related record: `client` for `client_id`. */
export type Relations = Readonly<Record<string, Relation>>

/** Records of a client contain `client` next to `client_id`. */
export const clientRelation = { client: { column: 'client_id', references: 'clients' } } as const satisfies Relations

interface Referable {
  readonly entity: z.ZodObject
  /** `client` */
  readonly noun: string
  readonly read: Scope
}

// Looked into once a request or the document asks: resources refer to one another in any order, and in circles.
const referables = new Map<string, Referable>()

/** Lets other resources refer to this one. */
export const makeReferable = (path: string, referable: Referable) => referables.set(path, referable)

function referable({ references }: Relation): Referable {
  const found = referables.get(references)
  if (!found) throw new Error(`${references} is not a resource that others can refer to`)
  return found
}

export const relationsOf = (fields: Fields): Relations =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([column, { references }]) =>
      references === undefined ? [] : [[column.replace(/_id$/, ''), { column, references }]],
    ),
  )

const expandOf = (relations: Relations, [first, ...others]: readonly [string, ...string[]]) => {
  const names = [first, ...others] as const
  // The field `case` of a record is a matter in all texts.
  const nameOf = (text: string) =>
    Object.entries(relations).find(([, relation]) => referable(relation).noun === text)?.[0] ?? text
  const one = z
    .string()
    .transform((text) => (text in relations ? text : nameOf(text)))
    .pipe(z.enum(names))
  return several(one, { type: 'string', enum: names }).optional()
}

/** The parameter that asks for records in place of their ids, where there are any; the compiler does not know where. */
export function expandParam(relations: Relations): { expand: ReturnType<typeof expandOf> } {
  const [first, ...others] = Object.keys(relations)
  if (first === undefined) return {} as { expand: ReturnType<typeof expandOf> }
  const places = Object.entries(relations).map(([name, { column }]) => `\`${name}\` for \`${column}\``)
  const description = `Adds related records to each record: ${places.join(', ')}. Null if the ID is null. Separate several names with commas. Each needs the scope that reads the related record.`
  return { expand: expandOf(relations, [first, ...others]).meta({ description }) }
}

interface Named {
  /** `Matter` */
  readonly name: string
  readonly noun: string
}

/** Members that a record has where they are asked for. */
export const relatedMembers = (relations: Relations): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(relations).map(([member, relation]) => [
      member,
      z
        .lazy(() => referable(relation).entity)
        .nullable()
        .optional()
        .meta({ description: `Record with the ID in \`${relation.column}\`. Only with \`expand=${member}\`.` }),
    ]),
  )

/** A record with its related records, as `expand` returns it. */
export function withRelated<S extends z.ZodRawShape>(
  entity: z.ZodObject<S>,
  relations: Relations,
  { name, noun }: Named,
): z.ZodObject<S> {
  const related = relatedMembers(relations)
  if (Object.keys(related).length === 0) return entity
  const description = `The ${noun}, with related records if you set \`expand\`.`
  return z.object({ ...entity.shape, ...related }).meta({ id: `Expanded${name}`, description: description })
}

/** The read scopes that `expand` needs in addition. */
export const scopeOf = (relation: Relation): Scope => referable(relation).read

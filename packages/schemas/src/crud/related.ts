import { z } from 'zod'
import type { Deriveds, Fields } from '../fields/fields.ts'
import { Id, nonBlank } from '../fields/primitives.ts'
import { enumKey } from '../fields/named-enum.ts'
import { several } from '../fields/several.ts'
import { unshownKey } from '../fields/unshown.ts'
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
  /** The scope that `expand` needs. Null for a record that everyone who reads the ID can see, in part or in full. */
  readonly read: Scope | null
}

// Looked into once a request or the document asks: resources refer to one another in any order, and in circles.
const referables = new Map<string, Referable>()

/** Lets other resources refer to this one. */
export const makeReferable = (path: string, referable: Referable) => referables.set(path, referable)

function referable(relation: Relation | undefined): Referable {
  const found = relation && referables.get(relation.references)
  if (!found) throw new Error(`${relation?.references} is not a resource that others can refer to`)
  return found
}

/** A part of a record that lists and gets only contain with `expand`. */
interface Content {
  readonly schema: z.ZodType
  readonly description: string
  /** True if it can be long, so that a page of records has at most `mostWithLong`. */
  readonly isLong?: boolean
}

/** The contents of a record by name: `lines`. */
export type Contents = Readonly<Record<string, Content>>

/** The most records of a page with long contents. */
export const mostWithLong = 50

export const relationsOf = (fields: Fields, derived: Deriveds = {}): Relations =>
  Object.fromEntries(
    Object.entries<{ readonly references?: string }>({ ...fields, ...derived }).flatMap(([column, { references }]) =>
      references === undefined ? [] : [[column.replace(/_id$/, ''), { column, references }]],
    ),
  )

const expandOf = (relations: Relations, record: string, [first, ...others]: readonly [string, ...string[]]) => {
  const names = [first, ...others] as const
  // The field `case` of a record is a matter in all texts.
  const nameOf = (text: string) => {
    const [name, another] = Object.keys(relations).filter((each) => referable(relations[each]).noun === text)
    return another === undefined ? (name ?? text) : text
  }
  const one = z
    .string()
    .transform((text) => (text in relations ? text : nameOf(text)))
    .pipe(z.enum(names))
  // Two names need no component of the OpenAPI document.
  const named = {
    [enumKey]: {
      name: `${record}Relation`,
      description: `Name for the parameter \`expand\` of \`${record}\`.`,
    },
  }
  return several(one, { type: 'string', enum: names, ...(names.length > 2 && named) }).optional()
}

/** The parameter that asks for records in place of their ids, where there are any; the compiler does not know where. */
export function expandParam(
  relations: Relations,
  record: string,
  contents: Contents = {},
): { expand: ReturnType<typeof expandOf> } {
  const [first, ...others] = [...Object.keys(relations), ...Object.keys(contents)]
  if (first === undefined) return {} as { expand: ReturnType<typeof expandOf> }
  const places = Object.entries(relations).map(([name, { column }]) => `\`${name}\` for \`${column}\``)
  const description = `Adds related records to each record: ${places.join(', ')}. Null if the ID is null. Separate several names with commas. ${scopeText(relations)}${contentsText(contents)}`
  return { expand: expandOf(relations, record, [first, ...others]).meta({ description }) }
}

function scopeText(relations: Relations): string {
  const users = Object.keys(relations).filter((name) => relations[name]?.references === 'users')
  const needs = 'Each needs the scope that reads the related record.'
  if (users.length === 0) return needs
  const [need, have] = users.length === 1 ? ['needs', 'has'] : ['need', 'have']
  return `${needs} ${users.map((name) => `\`${name}\``).join(' and ')} ${need} no further scope, but ${have} only \`id\`, \`name\`, \`initials\` and \`is_active\` without \`users:read\`.`
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

function contentsText(contents: Contents): string {
  const all = Object.keys(contents)
  const long = all.filter((name) => contents[name]?.isLong)
  if (all.length === 0) return ''
  return ` Also adds the contents of the record: ${quoted(all)}. With ${quoted(long)}, a page has at most ${mostWithLong} records.`
}

interface Named {
  /** `Matter` */
  readonly name: string
  readonly noun: string
}

/** Members that a record has where they are asked for. */
export const relatedMembers = (relations: Relations, contents: Contents = {}): Record<string, z.ZodType> => ({
  ...Object.fromEntries(
    Object.entries(relations).map(([member, relation]) => [
      member,
      z
        .lazy(() => referable(relation).entity)
        .nullable()
        .optional()
        .meta({ description: `Record with the ID in \`${relation.column}\`. Only with \`expand=${member}\`.` }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(contents).map(([member, { schema, description }]) => [
      member,
      schema.optional().meta({ description: `${description} Only with \`expand=${member}\`.` }),
    ]),
  ),
})

/** A record with its related records, as `expand` returns it. */
export function withRelated<S extends z.ZodRawShape>(
  entity: z.ZodObject<S>,
  relations: Relations,
  { name, noun, contents }: Named & { readonly contents?: Contents | undefined },
): z.ZodObject<S> {
  const related = relatedMembers(relations, contents)
  if (Object.keys(related).length === 0) return entity
  const description = `The ${noun}, with related records if you set \`expand\`.`
  return z.object({ ...entity.shape, ...related }).meta({ id: `Expanded${name}`, description: description })
}

/** The read scope that `expand` needs in addition. Null for none. */
export const scopeOf = (relation: Relation | undefined): Scope | null => referable(relation).read

const columns = new WeakMap<z.core.$ZodType, string>()

/** The column with the ID of a related record, for a field of a body that names one. Undefined for another field. */
export const columnOf = (schema: z.core.$ZodType | undefined) => schema && columns.get(schema)

/** True for a whole record, as `expand` returns it. It may be older than the ID next to it. */
export const isReturned = (value: object): boolean =>
  ['id', 'created_at', 'updated_at'].every((name) => Object.hasOwn(value, name))

const inputOf = (references: string) =>
  references === 'users'
    ? z.object({ id: z.string().meta({ format: 'uuid', description: 'ID of the member.' }) })
    : z
        .object({
          external_id: nonBlank(255).optional().meta({ description: '`external_id` of the record.', example: 'c-17' }),
          id: Id.optional().meta({ description: 'ID of the record.' }),
        })
        .refine(({ external_id: externalId, id }) => externalId !== undefined || id !== undefined, {
          params: { code: 'required' },
          message: 'needs external_id or id',
        })

/** The fields of a body that name related records, instead of the fields with their IDs. */
export const referenceInputs = (relations: Relations): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(relations).map(([name, { column, references }]) => {
      const isUser = references === 'users'
      const by = isUser
        ? 'by its `id`'
        : 'by its `external_id` or `id`. If you send both, they must name the same record'
      const field = inputOf(references)
        .nullable()
        .optional()
        .meta({
          description: `${isUser ? 'Member' : 'Record'} that \`${column}\` refers to, ${by}. Send it instead of \`${column}\`. \`null\` unlinks. You can send a whole record as \`expand\` returns it. Next to \`${column}\`, a whole record and \`null\` are ignored.`,
          // Validators of examples take an `id` for the ID of a schema.
          ...(!isUser && { example: { external_id: 'c-17' } }),
          [unshownKey]: true,
        })
      columns.set(field, column)
      return [name, field]
    }),
  )

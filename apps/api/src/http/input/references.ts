import { columnOf, isReturned } from '@matterbase/schemas'
import { z } from 'zod'
import type { Findings } from '../errors/api-error.ts'
import { joined, noNames, refused, unknownNames } from './unknown-names.ts'
import type { Names } from './unknown-names.ts'

type Fields = Readonly<Record<string, unknown>>

interface References {
  /** The body with `{id, external_id}` in place of whole records, and without the references that have no effect. */
  readonly given: object
  /** The references that have no effect, because the ID next to them differs. */
  readonly unread: Names
  /** Unknown fields in references. A whole record has other fields. */
  readonly wrong: Findings
}

/** Reads the fields of a body that name related records: null, `{id}`, `{external_id}`, or a record as `expand` returns it. */
export function readReferences(schema: z.ZodObject, value: Fields): References {
  const sent = referencesOf(schema).filter(({ name }) => Object.hasOwn(value, name))
  if (sent.length === 0) return { given: value, unread: noNames, wrong: nothingWrong }
  const given: Record<string, unknown> = { ...value }
  const unread: string[] = []
  let unknown = noNames
  for (const { name, column, inner } of sent) {
    const reference = value[name]
    const record = isObject(reference) && isReturned(reference) ? reference : undefined
    if ((reference === null || record) && value[column] !== undefined) {
      delete given[name]
      if (value[column] !== (record?.['id'] ?? null)) unread.push(name)
    } else if (record) given[name] = keysOf(record)
    else if (isObject(reference) && Object.keys(inner.shape).some((key) => Object.hasOwn(reference, key))) {
      const others = unknownNames(inner, reference, [])
      const listed = others.listed.map((field) => `${name}.${field}`)
      unknown = joined(unknown, { listed, count: others.count })
      given[name] = keysIn(inner, reference)
    }
  }
  return { given, unread: { listed: unread, count: unread.length }, wrong: refused(unknown) }
}

const nothingWrong: Findings = { details: [], omitted: 0 }

const keysOf = ({ id, external_id: externalId }: Fields) => ({
  id,
  ...((externalId ?? null) !== null && { external_id: externalId }),
})

const keysIn = (inner: z.ZodObject, reference: Fields) =>
  Object.fromEntries(Object.entries(reference).filter(([name]) => name in inner.shape))

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Reference {
  readonly name: string
  readonly column: string
  readonly inner: z.ZodObject
}

const referencesBySchema = new WeakMap<z.ZodObject, readonly Reference[]>()

function referencesOf(schema: z.ZodObject): readonly Reference[] {
  const known = referencesBySchema.get(schema)
  if (known) return known
  const references = Object.entries(schema.shape).flatMap(([name, field]): Reference[] => {
    const column = columnOf(field)
    const inner = innerOf(field)
    return column === undefined || !inner ? [] : [{ name, column, inner }]
  })
  referencesBySchema.set(schema, references)
  return references
}

/** The object of a field that can be left out or null. */
function innerOf(field: z.core.$ZodType): z.ZodObject | undefined {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) return innerOf(field.unwrap())
  return field instanceof z.ZodObject ? field : undefined
}

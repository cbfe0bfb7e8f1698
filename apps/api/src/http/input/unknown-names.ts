import type { ErrorDetail } from '@matterbase/schemas'
import { z } from 'zod'
import { mostDetails } from '../errors/api-error.ts'
import type { Findings } from '../errors/api-error.ts'

/** The names of unknown fields and parameters: the first ones, and the number of all. */
export interface Names {
  readonly listed: readonly string[]
  readonly count: number
}

export const noNames: Names = { listed: [], count: 0 }

export function joined(a: Names, b: Names): Names {
  if (b.count === 0) return a
  return { listed: [...a.listed, ...b.listed].slice(0, mostDetails), count: a.count + b.count }
}

/** The fields that a schema does not have, nested ones included. */
export function unknownNames(schema: z.ZodObject, value: object, known: readonly string[]): Names {
  const listed: string[] = []
  let count = 0
  function visit(object: z.ZodObject, fields: object, path: string) {
    const ofSchema = fieldsOf(object)
    // Object.entries of 100,000 fields takes several times as long.
    for (const name of Object.keys(fields)) {
      const inner = ofSchema.get(name)
      if (inner) {
        const field = (fields as Readonly<Record<string, unknown>>)[name]
        if (isObject(field)) visit(inner, field, `${path}${name}.`)
        else if (Array.isArray(field))
          for (const [at, one] of field.entries()) if (isObject(one)) visit(inner, one, `${path}${name}[${at}].`)
      } else if (inner === undefined && !known.includes(path + name) && ++count <= mostDetails)
        listed.push(path + shortened(name))
    }
  }
  visit(schema, value, '')
  return { listed, count }
}

const fieldsBySchema = new WeakMap<z.ZodObject, ReadonlyMap<string, z.ZodObject | null>>()

/** The fields of a schema, with the inner schema of those that are objects or arrays of objects. Cached, because zod is slow here. */
function fieldsOf(schema: z.ZodObject): ReadonlyMap<string, z.ZodObject | null> {
  const known = fieldsBySchema.get(schema)
  if (known) return known
  const fields = new Map(
    Object.entries(schema.shape).map(([name, field]): [string, z.ZodObject | null] => {
      const piped = field instanceof z.ZodPipe ? field.out : field
      const inner = piped instanceof z.ZodArray ? piped.element : piped
      return [name, inner instanceof z.ZodObject ? inner : null]
    }),
  )
  fieldsBySchema.set(schema, fields)
  return fields
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The errors for unknown names, in strict mode. */
export function refused({ listed, count }: Names): Findings {
  const details: ErrorDetail[] = listed.map((field) => ({
    field,
    code: 'unknown_field',
    message: 'is not a known field or parameter. Check the spelling, or leave it out',
  }))
  return { details, omitted: count - details.length }
}

const mostHeaderChars = 1024

/** The headers with the ignored names, as many as fit. Names come from the caller, so they are percent-encoded. */
function ignoredFields({ listed, count }: Names): Record<string, string> {
  if (count === 0) return {}
  let list = ''
  let named = 0
  for (const name of listed.slice(0, 20)) {
    const escaped = encodeURIComponent(name.slice(0, 64).toWellFormed()).replaceAll(/%5B(\d+)%5D/g, '[$1]')
    const longer = list === '' ? escaped : `${list}, ${escaped}`
    if (longer.length > mostHeaderChars) break
    list = longer
    named++
  }
  return { 'X-Ignored-Fields': list, ...(count > named && { 'X-Ignored-Fields-Omitted': String(count - named) }) }
}

export type IgnoredNames = ReturnType<typeof ignoredNames>

/** Collects the ignored names of a request for its headers. */
export function ignoredNames() {
  let unknown = noNames
  let disregarded = noNames
  return {
    headers: () => ignoredFields(joined(unknown, disregarded)),

    isDisregarded: (name: string) => disregarded.listed.includes(name),

    noteIgnored(names: Names) {
      unknown = joined(unknown, names)
    },

    // Replaces, because a retried write finds its names again.
    noteDisregarded(names: readonly string[]) {
      disregarded = { listed: names, count: names.length }
    },
  }
}

const mostNameChars = 64

/** A name of the caller, short enough for a message. */
export function shortened(name: string): string {
  return name.length > mostNameChars ? `${name.slice(0, mostNameChars).toWellFormed()}…` : name
}

import type { ErrorDetail } from '@matterbase/schemas'
import { z } from 'zod'
import { mostDetails } from '../errors/api-error.ts'
import type { Findings } from '../errors/api-error.ts'

/** Names of members and parameters that mean nothing here: the first ones, and how many there are. */
export interface Names {
  readonly listed: readonly string[]
  readonly count: number
}

export const noNames: Names = { listed: [], count: 0 }

/** These names and those. */
export function joined(these: Names, those: Names): Names {
  if (those.count === 0) return these
  return { listed: [...these.listed, ...those.listed].slice(0, mostDetails), count: these.count + those.count }
}

/** Members that the schema does not have, also those of the objects within. */
export function unknownNames(schema: z.ZodObject, value: object, known: readonly string[]): Names {
  const listed: string[] = []
  let count = 0
  function visit(object: z.ZodObject, members: object, path: string) {
    const ofSchema = membersOf(object)
    // Names only: pairs of a hundred thousand members take several times as long.
    for (const name of Object.keys(members)) {
      const inner = ofSchema.get(name)
      if (inner) {
        const member = (members as Readonly<Record<string, unknown>>)[name]
        if (isObject(member)) visit(inner, member, `${path}${name}.`)
      } else if (inner === undefined && !known.includes(path + name) && ++count <= mostDetails)
        listed.push(path + shortened(name))
    }
  }
  visit(schema, value, '')
  return { listed, count }
}

const asked = new WeakMap<z.ZodObject, ReadonlyMap<string, z.ZodObject | null>>()

/** The members of a schema: that of what is in them, where they are objects. Found out once, as zod takes its time to tell. */
function membersOf(schema: z.ZodObject): ReadonlyMap<string, z.ZodObject | null> {
  const known = asked.get(schema)
  if (known) return known
  const members = new Map(
    Object.entries(schema.shape).map(([name, field]): [string, z.ZodObject | null] => {
      const inner = field instanceof z.ZodPipe ? field.out : field
      return [name, inner instanceof z.ZodObject ? inner : null]
    }),
  )
  asked.set(schema, members)
  return members
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is said of unknown names when they are refused. */
export function refused({ listed, count }: Names): Findings {
  const details: ErrorDetail[] = listed.map((field) => ({
    field,
    code: 'unknown_field',
    message: 'is not a known field or parameter. Check the spelling, or leave it out',
  }))
  return { details, omitted: count - details.length }
}

const mostHeaderChars = 1024

/**
 * The headers that name what was ignored. Names come from the caller: what a header cannot carry is
 * escaped, and the first that fit are named.
 */
export function ignoredFields({ listed, count }: Names): Record<string, string> {
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

const mostNameChars = 64

/** What a caller sent as a name, as far as it is repeated. */
export function shortened(name: string): string {
  return name.length > mostNameChars ? `${name.slice(0, mostNameChars).toWellFormed()}…` : name
}

import { takesSeveral } from '@matterbase/schemas'
import type { Operation } from '@matterbase/schemas'
import { z } from 'zod'
import { ApiError, validationFailed } from '../errors/api-error.ts'
import type { Findings } from '../errors/api-error.ts'
import { findingsOf } from './findings.ts'
import { joined, noNames, refused, shortened, unknownNames } from './unknown-names.ts'
import type { Names } from './unknown-names.ts'

/** A request's parts as they came. */
export interface Undecoded {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: unknown
}

export interface Decoded {
  readonly params: object
  readonly query: object
  readonly body: object
}

interface Part extends Findings {
  readonly data: object
  /** Names of members and parameters that mean nothing here. */
  readonly ignored: Names
}

/** A request, decoded as far as it could be. */
export interface Decoding extends Findings {
  /** Members that are wrong are left out. */
  readonly input: Decoded
  readonly ignored: Names
  /** Whether the path names something that can exist. */
  readonly isPathPossible: boolean
}

/**
 * The only place where a request is found to be malformed.
 * @throws ApiError invalid_body when the body is no object.
 */
export function decode(operation: Operation<string>, { params, query, body }: Undecoded, strict: boolean): Decoding {
  const decodedQuery = decodeQuery(operation.query ?? empty, query)
  const given = body === undefined && operation.isBodyOptional ? {} : body
  const decodedBody = operation.body ? decodeObject(operation.body, given, operation.readOnly ?? []) : nothing
  const ignored = joined(decodedQuery.ignored, decodedBody.ignored)
  const decodedParams = (operation.params ?? empty).safeParse(params)
  return {
    input: { params: decodedParams.data ?? {}, query: decodedQuery.data, body: decodedBody.data },
    ...all(decodedQuery, decodedBody, refused(strict ? ignored : noNames)),
    ignored,
    isPathPossible: decodedParams.success,
  }
}

/** One object by itself. @throws ApiError invalid_body, validation_failed. */
export function decodeBody(schema: z.ZodObject, value: unknown, readOnly: readonly string[], strict: boolean) {
  const { data, ignored, ...found } = decodeObject(schema, value, readOnly)
  const { details, omitted } = all(found, refused(strict ? ignored : noNames))
  if (details.length > 0) throw validationFailed(details, omitted)
  return { data, ignored }
}

const all = (...found: readonly Findings[]): Findings => ({
  details: found.flatMap(({ details }) => details),
  omitted: found.reduce((sum, { omitted }) => sum + omitted, 0),
})

const empty = z.object({})
const nothing: Part = { data: {}, details: [], omitted: 0, ignored: noNames }

function decodeObject(schema: z.ZodObject, value: unknown, readOnly: readonly string[]): Part {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError('invalid_body', 'The body must be a JSON object')
  return { ...parse(schema, value), ignored: unknownNames(schema, value, readOnly) }
}

/** What a query comes to in which nothing is given, by its schema. */
const unasked = new WeakMap<z.ZodObject, Part>()

function decodeQuery(schema: z.ZodObject, query: URLSearchParams): Part {
  if (query.size > 0) return decodeGiven(schema, query)
  const known = unasked.get(schema) ?? decodeGiven(schema, query)
  unasked.set(schema, known)
  return known
}

function decodeGiven(schema: z.ZodObject, query: URLSearchParams): Part {
  const given = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, value] of query) {
    const before = given.get(name)
    if (before === undefined) given.set(name, value)
    else if (Object.hasOwn(schema.shape, name) && takesSeveral(schema.shape[name]))
      given.set(name, `${before},${value}`)
    else repeated.add(name)
  }
  const values = Object.fromEntries(given)
  const again = [...repeated].map((name) => ({
    field: shortened(name),
    code: 'repeated',
    message: 'must not be given more than once',
  }))
  const { data, ...found } = parse(schema, values)
  return { data, ...all({ details: again, omitted: 0 }, found), ignored: unknownNames(schema, values, []) }
}

function parse(schema: z.ZodObject, value: object): Omit<Part, 'ignored'> {
  const { data, error } = schema.safeParse(value)
  return error ? { data: validMembers(schema, value), ...findingsOf(error, value) } : { data, details: [], omitted: 0 }
}

function validMembers(schema: z.ZodObject, value: object): object {
  const given = value as Readonly<Record<string, unknown>>
  const members = Object.entries(schema.shape).flatMap(([name, field]) => {
    const parsed = Object.hasOwn(given, name) ? z.safeParse(field, given[name]) : undefined
    return parsed?.success ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(members)
}

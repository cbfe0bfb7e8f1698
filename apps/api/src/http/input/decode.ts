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

export type ReadOnly = Readonly<Record<string, unknown>>

interface BodyPart extends Part {
  readonly readOnly: ReadOnly
}

/** A request, decoded as far as it could be. */
export interface Decoding extends Findings {
  /** Members that are wrong are left out. */
  readonly input: Decoded
  readonly ignored: Names
  /** Members of the body that the service sets itself, as they were sent. */
  readonly readOnly: ReadOnly
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
    readOnly: decodedBody.readOnly,
    isPathPossible: decodedParams.success,
  }
}

/** One object by itself. @throws ApiError invalid_body, validation_failed. */
export function decodeBody(schema: z.ZodObject, value: unknown, readOnly: readonly string[], strict: boolean) {
  const { data, ignored, readOnly: sent, ...found } = decodeObject(schema, value, readOnly)
  const { details, omitted } = all(found, refused(strict ? ignored : noNames))
  if (details.length > 0) throw validationFailed(details, omitted)
  return { data, ignored, readOnly: sent }
}

const all = (...found: readonly Findings[]): Findings => ({
  details: found.flatMap(({ details }) => details),
  omitted: found.reduce((sum, { omitted }) => sum + omitted, 0),
})

const empty = z.object({})
const nothing: BodyPart = { data: {}, details: [], omitted: 0, ignored: noNames, readOnly: {} }

function decodeObject(schema: z.ZodObject, value: unknown, readOnly: readonly string[]): BodyPart {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError('invalid_body', notAnObject(value))
  return {
    ...parse(schema, value),
    ignored: unknownNames(schema, value, readOnly),
    readOnly: membersAt(value, readOnly),
  }
}

function notAnObject(value: unknown): string {
  if (value === undefined) return 'The request has no body. Send a JSON object.'
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
  return `The body is ${kind}. Send a JSON object.`
}

/** The members at these paths, such as `leadData.score`, by the paths. */
function membersAt(value: object, paths: readonly string[]): ReadOnly {
  const at = (path: string) =>
    path.split('.').reduce<unknown>((object, name) => (isMember(object, name) ? object[name] : undefined), value)
  return Object.fromEntries(paths.map((path) => [path, at(path)] as const).filter(([, member]) => member !== undefined))
}

const isMember = (object: unknown, name: string): object is ReadOnly =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name)

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
  for (const [sent, value] of query) {
    const name = knownName(schema, sent)
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
    message: 'appears more than once. Send it once',
  }))
  const { data, ...found } = parse(schema, values)
  return { data, ...all({ details: again, omitted: 0 }, found), ignored: unknownNames(schema, values, []) }
}

/** PHP, axios and jQuery send the values of an array as `status[]` or `status[0]`. */
function knownName(schema: z.ZodObject, sent: string): string {
  const name = sent.replace(/\[\d{0,3}\]$/, '')
  return Object.hasOwn(schema.shape, name) ? name : sent
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

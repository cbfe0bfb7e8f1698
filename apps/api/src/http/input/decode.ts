import type { Sent } from '@matterbase/domain'
import type { Operation } from '@matterbase/schemas'
import { z } from 'zod'
import { ApiError, validationFailed } from '../errors/api-error.ts'
import type { Findings } from '../errors/api-error.ts'
import { findingsOf } from './findings.ts'
import { queryValues } from './query-values.ts'
import { readReferences } from './references.ts'
import { joined, noNames, refused, shortened, unknownNames } from './unknown-names.ts'
import type { Names } from './unknown-names.ts'

/** The parts of a request as they were sent. */
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
  /** The unknown fields and parameters. */
  readonly ignored: Names
}

type ReadOnly = Readonly<Record<string, unknown>>

interface BodyPart extends Part {
  readonly readOnly: ReadOnly
}

/** The valid parts of a request, and the errors in the others. */
export interface Decoding extends Findings {
  /** Without invalid fields. */
  readonly input: Decoded
  readonly ignored: Names
  /** The read-only fields of the body, as they were sent. */
  readonly readOnly: ReadOnly
  /** True if the parameters of the path are valid. */
  readonly isPathPossible: boolean
}

/**
 * Validates all parts of a request.
 * @throws ApiError invalid_body if the body is not an object.
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

/** Validates one object. @throws ApiError invalid_body, validation_failed. */
export function decodeBody(schema: z.ZodObject, value: unknown, readOnly: readonly string[], strict: boolean) {
  const { data, ignored, readOnly: sent, ...found } = decodeObject(schema, value, readOnly)
  const { details, omitted } = all(found, refused(strict ? ignored : noNames))
  if (details.length > 0) throw validationFailed(details, omitted)
  return { data, ignored, readOnly: sent }
}

/** The sent read-only fields, to compare with the record. Undefined for the requests that have nothing to compare. */
export const sentOf = (readOnly: ReadOnly, { isStrict, isBlind }: Omit<Sent, 'readOnly'>): Sent | undefined =>
  isStrict || isBlind || Object.keys(readOnly).length > 0 ? { readOnly, isStrict, isBlind } : undefined

const all = (...found: readonly Findings[]): Findings => ({
  details: found.flatMap(({ details }) => details),
  omitted: found.reduce((sum, { omitted }) => sum + omitted, 0),
})

const empty = z.object({})
const nothing: BodyPart = { data: {}, details: [], omitted: 0, ignored: noNames, readOnly: {} }

function decodeObject(schema: z.ZodObject, value: unknown, readOnly: readonly string[]): BodyPart {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError('invalid_body', notAnObject(value))
  const { given, unread, wrong } = readReferences(schema, value as Readonly<Record<string, unknown>>)
  const { data, ...found } = parse(schema, given)
  return {
    data,
    ...all(found, wrong),
    ignored: joined(unknownNames(schema, given, readOnly), unread),
    readOnly: fieldsAt(value, readOnly),
  }
}

function notAnObject(value: unknown): string {
  if (value === undefined) return 'The request has no body. Send a JSON object.'
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
  return `The body is ${kind}. Send a JSON object.`
}

/** The fields at these paths, such as `leadData.score`, by path. */
function fieldsAt(value: object, paths: readonly string[]): ReadOnly {
  const at = (path: string) =>
    path.split('.').reduce<unknown>((object, name) => (isField(object, name) ? object[name] : undefined), value)
  return Object.fromEntries(paths.map((path) => [path, at(path)] as const).filter(([, field]) => field !== undefined))
}

const isField = (object: unknown, name: string): object is ReadOnly =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name)

/** The decoded empty query of each schema. */
const emptyQueries = new WeakMap<z.ZodObject, Part>()

function decodeQuery(schema: z.ZodObject, query: URLSearchParams): Part {
  if (query.size > 0) return decodeGiven(schema, query)
  const known = emptyQueries.get(schema) ?? decodeGiven(schema, query)
  emptyQueries.set(schema, known)
  return known
}

function decodeGiven(schema: z.ZodObject, query: URLSearchParams): Part {
  const { values, repeated } = queryValues(schema, query)
  const again = repeated.map((name) => ({
    field: shortened(name),
    code: 'repeated',
    message: 'appears more than once. Send it once',
  }))
  const { data, ...found } = parse(schema, values)
  return { data, ...all({ details: again, omitted: 0 }, found), ignored: unknownNames(schema, values, []) }
}

function parse(schema: z.ZodObject, value: object): Omit<Part, 'ignored'> {
  const { data, error } = schema.safeParse(value)
  return error ? { data: validFields(schema, value), ...findingsOf(error, value) } : { data, details: [], omitted: 0 }
}

function validFields(schema: z.ZodObject, value: object): object {
  const given = value as Readonly<Record<string, unknown>>
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const parsed = Object.hasOwn(given, name) ? z.safeParse(field, given[name]) : undefined
    return parsed?.success ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(fields)
}

import type { ErrorDetail, Operation } from '@matterbase/schemas'
import { z } from 'zod'
import { ApiError, validationFailed } from './api-error.ts'
import { detailsOf } from './findings.ts'

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

interface Part {
  readonly data: object
  readonly details: readonly ErrorDetail[]
  /** Names of members and parameters that mean nothing here. */
  readonly ignored: readonly string[]
}

/** A request, decoded as far as it could be. */
export interface Decoding {
  /** Members that are wrong are left out. */
  readonly input: Decoded
  /** What is wrong with the query and the body. */
  readonly details: readonly ErrorDetail[]
  readonly ignored: readonly string[]
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
  const ignored = [...decodedQuery.ignored, ...decodedBody.ignored]
  const decodedParams = (operation.params ?? empty).safeParse(params)
  return {
    input: { params: decodedParams.data ?? {}, query: decodedQuery.data, body: decodedBody.data },
    details: [...decodedQuery.details, ...decodedBody.details, ...unknownFields(strict ? ignored : [])],
    ignored,
    isPathPossible: decodedParams.success,
  }
}

/** One object by itself. @throws ApiError invalid_body, validation_failed. */
export function decodeBody(schema: z.ZodObject, value: unknown, readOnly: readonly string[], strict: boolean) {
  const { data, details, ignored } = decodeObject(schema, value, readOnly)
  const all = [...details, ...unknownFields(strict ? ignored : [])]
  if (all.length > 0) throw validationFailed(all)
  return { data, ignored }
}

const empty = z.object({})
const nothing: Part = { data: {}, details: [], ignored: [] }

const unknownFields = (names: readonly string[]) =>
  names.map((field) => ({ field, code: 'unknown_field', message: 'is not known here' }))

function decodeObject(schema: z.ZodObject, value: unknown, readOnly: readonly string[]): Part {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError('invalid_body', 'The body must be a JSON object')
  return { ...parse(schema, value), ignored: unknownNames(schema, value, readOnly) }
}

function decodeQuery(schema: z.ZodObject, query: URLSearchParams): Part {
  const names = [...new Set(query.keys())]
  const values = Object.fromEntries(names.map((name) => [name, query.get(name)]))
  const repeated = names
    .filter((name) => query.getAll(name).length > 1)
    .map((field) => ({ field, code: 'repeated', message: 'must not be given more than once' }))
  const { data, details } = parse(schema, values)
  return { data, details: [...repeated, ...details], ignored: unknownNames(schema, values, []) }
}

function parse(schema: z.ZodObject, value: object): Pick<Part, 'data' | 'details'> {
  const { data, error } = schema.safeParse(value)
  return error ? { data: validMembers(schema, value), details: detailsOf(error, value) } : { data, details: [] }
}

function validMembers(schema: z.ZodObject, value: object): object {
  const members = Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    const parsed = field && z.safeParse(field, member)
    return parsed?.success ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(members)
}

/** Members that the schema does not have, also those of the objects within. */
function unknownNames(schema: z.ZodObject, value: unknown, known: readonly string[], path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    const inner = field instanceof z.ZodPipe ? field.out : field
    if (inner instanceof z.ZodObject) return unknownNames(inner, member, known, `${path}${name}.`)
    return field || known.includes(path + name) ? [] : [path + name]
  })
}

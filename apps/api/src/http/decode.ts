import type { ErrorDetail, Operation } from '@matterbase/schemas'
import { z } from 'zod'
import { ApiError, notFound, validationFailed } from './api-error.ts'
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

/**
 * The only place where a request is found to be malformed.
 * @throws ApiError validation_failed with every fault at once; not_found when a path parameter names
 * nothing that can exist.
 */
export function decode(operation: Operation, { params, query, body }: Undecoded, strict: boolean) {
  const decodedQuery = decodeQuery(operation.query ?? empty, query)
  const decodedBody = operation.body ? decodeObject(operation.body, body, operation.readOnly ?? []) : nothing
  const ignored = [...decodedQuery.ignored, ...decodedBody.ignored]
  failOn([...decodedQuery.details, ...decodedBody.details], strict ? ignored : [])
  const decodedParams = (operation.params ?? empty).safeParse(params)
  if (!decodedParams.success) throw notFound()
  const input: Decoded = { params: decodedParams.data, query: decodedQuery.data, body: decodedBody.data }
  return { input, ignored }
}

/** One object by itself. @throws ApiError invalid_body, validation_failed. */
export function decodeBody(schema: z.ZodObject, value: unknown, readOnly: readonly string[], strict: boolean): object {
  const { data, details, ignored } = decodeObject(schema, value, readOnly)
  failOn(details, strict ? ignored : [])
  return data
}

const empty = z.object({})
const nothing: Part = { data: {}, details: [], ignored: [] }

function failOn(details: readonly ErrorDetail[], unknown: readonly string[]) {
  const unknownFields = unknown.map((field) => ({ field, code: 'unknown_field', message: 'is not known here' }))
  if (details.length + unknownFields.length > 0) throw validationFailed([...details, ...unknownFields])
}

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
  return { data: data ?? {}, details: error ? detailsOf(error, value) : [] }
}

/** Members that the schema does not have, also those of the objects within. */
function unknownNames(schema: z.ZodObject, value: unknown, known: readonly string[], path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined
    const inner = field instanceof z.ZodPipe ? field.out : field
    if (inner instanceof z.ZodObject) return unknownNames(inner, member, [], `${path}${name}.`)
    return field || known.includes(name) ? [] : [path + name]
  })
}

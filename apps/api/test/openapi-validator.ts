import { contract, openApiDocument, operations, tags } from '@matterbase/schemas'
import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import formats from 'ajv-formats'

/** An answer as it was received. */
export interface Answer {
  readonly method: string
  /** Below the base path, as in the document (`/matters/{id}`) or as it was asked for, with or without a query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  /** The body's text; empty for none. */
  readonly text: string
}

interface Response {
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}
interface Header {
  readonly required?: boolean
  readonly schema: { readonly type: string }
}
type Json = Readonly<Record<string, unknown>>

// Those of HTTP itself, of CORS and of Node, and what browsers are told with every answer (security-headers.test.ts).
const transport =
  /^(?:content-type|content-length|content-encoding|cache-control|date|connection|keep-alive|transfer-encoding|vary|access-control-.*|content-security-policy|cross-origin-(?:opener|resource)-policy|permissions-policy|referrer-policy|x-content-type-options|strict-transport-security)$/

/** Statuses of methods that a path does not have, and what they carry: documented once for all. */
const anywhere: Readonly<Record<number, readonly string[]>> = { 405: ['allow'] }

const document = JSON.parse(JSON.stringify(openApiDocument(contract, tags, '/api/v1'))) as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>>
  >
  readonly components: Json
}

const ajv = formats.default(new Ajv({ strict: false, allErrors: true }))
ajv.addSchema(closed(document), 'openapi')
// With `fields`, members are left out that a schema requires: the parameter says so.
ajv.addSchema(withoutRequired(closed(document)), 'sparse')
const compiled = new Map<string, ValidateFunction>()

/**
 * Everything about an answer that the OpenAPI document does not declare, a line each: an operation or
 * status that is not there, a header or member too many or too few, a value that does not fit.
 */
export function undeclared(answer: Answer): string[] {
  const { method, status } = answer
  const path = templateOf(answer.path)
  const at = `${method} ${path ?? answer.path} ${status}`
  if (path === undefined)
    return status === 404 ? errorProblems(answer, []).map((problem) => `${at}: ${problem}`) : [`${at}: no such path`]
  if (status in anywhere) return errorProblems(answer, anywhere[status] ?? []).map((problem) => `${at}: ${problem}`)
  const operation = method === 'HEAD' ? 'get' : method.toLowerCase()
  const declared = document.paths[path]?.[operation]?.responses[status]
  if (!declared) return [`${at}: is not declared`]
  const pointer = `paths/${escape(path)}/${operation}/responses/${status}`
  const response = resolve(declared) as Response
  const body = method === 'HEAD' ? [] : bodyProblems(response, within(answer, refOf(declared) ?? pointer), answer)
  return [...headerProblems(response.headers ?? {}, answer.headers), ...body].map((problem) => `${at}: ${problem}`)
}

const within = ({ path, status }: Answer, pointer: string) =>
  `${status === 200 && /[?&]fields=/.test(path) ? 'sparse' : 'openapi'}#/${pointer}`

/** The statuses that the document declares for an operation. */
export const declaredStatuses = (method: string, path: string): number[] =>
  Object.keys(document.paths[path]?.[method]?.responses ?? {}).map(Number)

const isOfFiles = (content: object) => JSON.stringify(content).includes('"format":"binary"')

function bodyProblems({ content }: Response, pointer: string, { path, headers, text }: Answer): string[] {
  if (!content) return text === '' ? [] : ['has a body']
  const types = Object.keys(content)
  const [type = ''] = types
  if (isOfFiles(content))
    return types.includes(headers.get('content-type')?.split(';')[0] ?? '') ? [] : ['is no such file']
  if (headers.get('content-type') !== `${type}; charset=utf-8`)
    return [`Content-Type is ${headers.get('content-type')}`]
  if (type === 'application/x-ndjson') return lineProblems(path, text)
  return problems(`${pointer}/content/application~1json/schema`, parse(text))
}

/** To the document they are a text; what each line is, the contract says. */
function lineProblems(path: string, text: string): string[] {
  const operation = operations.find((one) => one.lines && one.path === templateOf(path))
  const lines = text.split('\n')
  if (lines.pop() !== '') return ['does not end with a whole line']
  return lines.flatMap((line, at) => {
    const schema = at === lines.length - 1 ? operation?.lines?.end : operation?.responses[200]
    return schema?.strict().safeParse(parse(line)).success ? [] : [`line ${at} does not fit: ${line.slice(0, 200)}`]
  })
}

function errorProblems({ headers, text }: Answer, extra: readonly string[]): string[] {
  const required = ['x-request-id', ...extra].filter((name) => !headers.has(name)).map((name) => `${name} is missing`)
  return [...required, ...problems('openapi#/components/schemas/ApiError', parse(text))]
}

function headerProblems(declared: NonNullable<Response['headers']>, headers: Headers): string[] {
  const known = new Map(
    Object.entries(declared).map(([name, header]) => [name.toLowerCase(), resolve(header) as unknown as Header]),
  )
  const extra = [...headers.keys()].filter((name) => !known.has(name) && !transport.test(name))
  const wrong = [...known].flatMap(([name, { required = false, schema }]) => {
    const value = headers.get(name)
    if (value === null) return required ? [`${name} is missing`] : []
    const typed = schema.type === 'integer' ? Number(value) : value
    return ajv.validate(schema, typed) ? [] : [`${name} is ${value}`]
  })
  return [...extra.map((name) => `${name} is not declared`), ...wrong]
}

function problems(pointer: string, value: unknown): string[] {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: pointer })
  compiled.set(pointer, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** The document's path that a request went to; a literal one comes before one with a parameter. */
export function templateOf(path: string): string | undefined {
  const [asked = ''] = path.split('?')
  const trimmed = asked.length > 1 ? asked.replace(/\/$/, '') : asked
  if (trimmed in document.paths) return trimmed
  const fits = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(trimmed)
  return Object.keys(document.paths).toSorted().find(fits)
}

/** What callers must put up with, new members, is not what the service may do: here objects have no other members. */
function closed(value: unknown): object {
  return JSON.parse(JSON.stringify(value), (_name, at: unknown) => {
    if (typeof at !== 'object' || at === null || !('properties' in at) || !('type' in at) || at.type !== 'object')
      return at
    return { additionalProperties: false, ...at }
  }) as object
}

function withoutRequired(value: object): object {
  return JSON.parse(JSON.stringify(value), (name, at: unknown) =>
    name === 'required' && Array.isArray(at) ? undefined : at,
  ) as object
}

function resolve(value: object): Json {
  const pointer = refOf(value)
  if (pointer === undefined) return { ...value }
  const target = pointer.split('/').reduce<unknown>((at, name) => (at as Json)[name], document)
  return resolve(target as object)
}

const refOf = (value: object) => ('$ref' in value ? String(value.$ref).slice('#/'.length) : undefined)
const escape = (path: string) => path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

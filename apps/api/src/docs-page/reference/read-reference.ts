import type { OpenApiDocument } from '@matterbase/schemas'
import { resolve, sourceOf } from './source.ts'
import type { Parameter, Response, Schema, Source, SourceOperation } from './source.ts'

interface Answer {
  readonly status: string
  readonly description: string
  readonly headers: readonly string[]
  readonly schema: Schema | undefined
  readonly example: unknown
}

interface OperationError {
  readonly status: string
  readonly code: string
  readonly meaning: string
  readonly example: unknown
}

export interface ReferenceOperation {
  /** Also its anchor. */
  readonly id: string
  readonly method: string
  /** Below the base URL, parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly scopes: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body: { readonly isRequired: boolean; readonly schema: Schema; readonly example: unknown } | undefined
  readonly answers: readonly Answer[]
  readonly errors: readonly OperationError[]
}

export interface ReferenceResource {
  readonly name: string
  readonly description: string
  /** Where its page is. */
  readonly href: string
  readonly operations: readonly ReferenceOperation[]
}

/** What is sent to webhook endpoints. */
export interface ReferenceEvents {
  readonly description: string
  readonly headers: readonly Parameter[]
  readonly kinds: readonly {
    readonly kind: string
    readonly when: string
    readonly schema: string
    readonly example: unknown
  }[]
  /** What each answer of a receiver means, by its status. */
  readonly answers: Readonly<Record<string, string>>
}

/** What the pages are made of: an OpenAPI document by resource, its references resolved, apart from schemas. */
export interface Reference {
  readonly title: string
  readonly description: string
  readonly baseUrl: string
  readonly authentication: readonly string[]
  readonly headers: Source['components']['headers']
  readonly schemas: Source['components']['schemas']
  readonly resources: readonly ReferenceResource[]
  /** Absent where nothing is sent. */
  readonly events: ReferenceEvents | undefined
}

export const referenceHref = '/docs/reference'
export const eventsHref = `${referenceHref}/events`

export function readReference(document: OpenApiDocument): Reference {
  const source = sourceOf(document)
  const { info, servers, tags, components, paths } = source
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  return {
    ...info,
    baseUrl: servers[0]?.url ?? '',
    authentication: Object.values(components.securitySchemes).map(({ description }) => description),
    headers: components.headers,
    schemas: components.schemas,
    events: eventsOf(source),
    resources: tags.map(({ name, description }) => ({
      name,
      description,
      href: `${referenceHref}/${slugOf(name)}`,
      operations: all
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => ({
          ...operationOf(operation, source),
          path,
          method: method.toUpperCase(),
        })),
    })),
  }
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')

function operationOf(operation: SourceOperation, { components }: Source) {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation
  const all = Object.entries(responses).map(
    ([status, response]) => [status, resolve(response, components.responses)] as const,
  )
  const body = requestBody?.content['application/json']
  return {
    id: operationId,
    summary,
    description,
    scopes: operation['x-required-scopes'],
    parameters: parameters.map((parameter) => resolve<Parameter>(parameter, components.parameters)),
    body: body?.schema && { isRequired: requestBody?.required ?? false, schema: body.schema, example: body.example },
    answers: all.filter(([status]) => Number(status) < 400).map(([status, response]) => answerOf(status, response)),
    errors: all.flatMap(([status, response]) => errorsOf(status, response)),
  }
}

function eventsOf({ paths, components }: Source): ReferenceEvents | undefined {
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const [callback] = operations.flatMap(({ callbacks = {} }) =>
    Object.values(callbacks).flatMap((byPlace) => Object.values(byPlace)),
  )
  if (!callback) return undefined
  const { description, parameters, requestBody, responses } = callback.post
  const { schema } = requestBody.content['application/json'] ?? {}
  const { mapping = {} } = (schema && resolve(schema, components.schemas))?.discriminator ?? {}
  return {
    description,
    headers: parameters,
    kinds: Object.entries(mapping).map(([kind, ref]) => {
      const { description: when = '', example } = resolve<Schema>({ $ref: ref }, components.schemas)
      return { kind, when, schema: ref, example }
    }),
    answers: Object.fromEntries(Object.entries(responses).map(([status, answer]) => [status, answer.description])),
  }
}

function answerOf(status: string, { description, headers = {}, content = {} }: Response): Answer {
  const { schema, example } = content['application/json'] ?? {}
  return { status, description, headers: Object.keys(headers), schema, example }
}

function errorsOf(status: string, { content = {} }: Response): OperationError[] {
  const examples = Object.entries(content['application/json']?.examples ?? {})
  return examples.map(([code, { summary, value }]) => ({ status, code, meaning: summary, example: value }))
}

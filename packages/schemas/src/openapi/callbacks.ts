import type { Callback } from '../operations/callback.ts'
import type { Operation } from '../operations/operation.ts'
import { exampleOf } from './examples.ts'
import type { ExampleOptions } from './examples.ts'
import type { OpenApiDocument } from './open-api-document.ts'

type Schemas = ExampleOptions['schemas']

/** Adds to each operation the requests that the service makes because of it. */
export function addCallbacks(document: OpenApiDocument, operations: readonly Operation[]) {
  const schemas = (document.components?.schemas ?? {}) as Schemas
  for (const { path, method, callback } of operations) {
    const operation = document.paths[path]?.[method]
    if (operation && callback) operation.callbacks = callbacksOf(callback, operation.tags ?? [], schemas)
  }
}

function callbacksOf(callback: Callback, tags: string[], schemas: Schemas) {
  const { name, to, operationId, summary, description, headers, body, answers } = callback
  const parameters = Object.entries(headers).map(([header, { description: about, example, isOptional }]) => ({
    name: header,
    in: 'header' as const,
    required: !isOptional,
    description: about,
    schema: { type: 'string' as const, example },
  }))
  const schema = { $ref: `#/components/schemas/${body.meta()?.id ?? ''}` }
  addExamples(callback, schemas)
  const content = { 'application/json': { schema } }
  const responses = Object.fromEntries(
    Object.entries(answers).map(([status, about]) => [status, { description: about }]),
  )
  const words = { operationId, summary, description, tags }
  const post = { ...words, security: [], parameters, requestBody: { required: true, content }, responses }
  return { [name]: { [to]: { post } } }
}

/**
 * An example of each kind of body, in its own schema: in a request, tools take what is read-only of a record for what
 * must not be sent.
 */
function addExamples({ body, examples }: Callback, schemas: Schemas) {
  const { discriminator } = schemas[body.meta()?.id ?? ''] as { discriminator?: { mapping: Record<string, string> } }
  for (const [kind, $ref] of Object.entries(discriminator?.mapping ?? {})) {
    const example = exampleOf({ $ref }, { schemas, shows: () => true }) as { data: object }
    Object.assign(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, {
      example: { ...example, data: { ...example.data, ...examples[kind] } },
    })
  }
}

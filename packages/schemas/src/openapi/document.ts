import { OpenApiGeneratorV3, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import type { Operation, Resource } from '../operations/operation.ts'
import type { Tag } from './tag.ts'
import { answerHeaders } from './answer-headers.ts'
import { addCallbacks } from './callbacks.ts'
import { ErrorBody } from './error-body.ts'
import { errorResponses } from './error-responses.ts'
import { finish } from './finish.ts'
import type { OpenApiDocument } from './open-api-document.ts'
import { bearerDescription, info } from './info.ts'
import { requestHeaders } from './request-headers.ts'
import { routeOf } from './route.ts'

/**
 * The OpenAPI 3.0 document of these resources. `serverUrl` ends in the base path.
 * @param tags how each resource is presented, by the same names.
 */
export function openApiDocument(
  resources: Readonly<Record<string, Resource>>,
  tags: Readonly<Record<string, Tag>>,
  serverUrl: string,
): OpenApiDocument {
  const registry = new OpenAPIRegistry()
  const operations = Object.values(resources).flatMap((resource) => Object.values(resource))
  const callbacks = operations.flatMap(({ callback }) => callback ?? [])
  registerShared(registry, operations)
  for (const [name, resource] of Object.entries(resources))
    for (const operation of Object.values(resource)) registry.registerPath(routeOf(operation, tags[name]?.name ?? name))
  const document = new OpenApiGeneratorV3([
    { type: 'schema', schema: ErrorBody },
    ...callbacks.map(({ body }) => ({ type: 'schema' as const, schema: body })),
    // A line of an export is a plain record, but the document describes the file as text.
    ...operations.flatMap(({ lines, responses }) =>
      lines && responses[200] ? [{ type: 'schema' as const, schema: responses[200] }] : [],
    ),
    ...registry.definitions,
  ]).generateDocument({
    openapi: '3.0.3',
    info,
    servers: [{ url: serverUrl }],
    tags: Object.keys(resources).flatMap((name) => tags[name] ?? []),
    security: [{ bearer: [] }],
  })
  const finished = finish(document)
  addCallbacks(finished, operations)
  return finished
}

function registerShared(registry: OpenAPIRegistry, operations: readonly Operation[]) {
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: bearerDescription(operations),
  })
  for (const [name, header] of Object.entries(answerHeaders)) registry.registerComponent('headers', name, header)
  for (const [name, header] of Object.entries(requestHeaders)) registry.registerComponent('parameters', name, header)
  const responses = new Map(operations.flatMap(errorResponses).map(({ name, response }) => [name, response]))
  for (const [name, response] of responses) registry.registerComponent('responses', name, response)
}

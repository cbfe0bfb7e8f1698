import type { RouteConfig } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'
import type { Operation } from '../operations/operation.ts'
import { headerRefs, successHeaders } from './answer-headers.ts'
import { exampleOf } from './examples.ts'
import type { Schema } from './examples.ts'
import { errorResponses } from './error-responses.ts'
import { requestHeaderRefs } from './request-headers.ts'

/** One operation of the document. */
export function routeOf(operation: Operation, tag: string): RouteConfig {
  const { method, path, operationId, summary, description, scope, params, query, body, isBodyOptional, cost } =
    operation
  return {
    method,
    path,
    operationId,
    summary,
    description: [
      description,
      query && 'fields' in query.shape && sparse,
      cost && `A request counts as ${cost} requests in the rate limit.`,
      scope ? `Needs the scope \`${scope}\`.` : anyKey,
    ]
      .filter(Boolean)
      .join('\n\n'),
    tags: [tag],
    'x-required-scopes': scope ? [scope] : [],
    parameters: requestHeaderRefs(operation),
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(body && { body: { required: !isBodyOptional, content: { 'application/json': { schema: body } } } }),
    },
    responses: { ...successes(operation), ...notModified(operation), ...errors(operation) },
  }
}

const anyKey = 'Any valid API key can call this.'
// Optional fields would make everybody check for what is always there.
const sparse = 'With `fields`, each record has only the fields that you name. The schema describes the whole record.'

const successTexts = { 200: 'OK', 201: 'Created', 202: 'Accepted' } as const

function successes(operation: Operation) {
  if (operation.file) return { 200: fileOf(operation, operation.file) }
  const statuses = Object.keys(operation.responses).map((status) => Number(status) as keyof typeof successTexts)
  return Object.fromEntries(
    statuses.map((status) => {
      const schema = operation.responses[status]
      const headers = headerRefs(successHeaders(operation, status))
      if (operation.lines && schema) return [status, linesOf(schema, operation.lines.end, headers)]
      return [
        status,
        { description: successTexts[status], headers, ...(schema && { content: { 'application/json': { schema } } }) },
      ]
    }),
  )
}

const bytes = { type: 'string' as const, format: 'binary' }

const fileOf = (operation: Operation, mediaTypes: readonly string[]) => ({
  description: 'The bytes of the file.',
  headers: headerRefs(successHeaders(operation, 200)),
  content: Object.fromEntries(
    mediaTypes.map((type) => [type, { schema: (type === 'application/json' && operation.json) || bytes }]),
  ),
})

/** OpenAPI 3.0 has no schema for lines of JSON: to it they are a text. */
function linesOf(record: z.ZodObject, end: z.ZodObject, headers: ReturnType<typeof headerRefs>) {
  const name = String(record.meta()?.id)
  const description = `One JSON object per line: a \`${name}\` on each line, and \`_export\` on the last.`
  const example = [record, end].map((line) => `${JSON.stringify(lineExample(line))}\n`).join('')
  const ofLines = { 'x-record': { $ref: `#/components/schemas/${name}` } }
  const content = { [ndjson]: { schema: { type: 'string' as const, description, example, ...ofLines } } }
  return { description, headers, content }
}

const ndjson = 'application/x-ndjson'
function lineExample(line: z.ZodObject) {
  const schema = z.toJSONSchema(z.object(line.shape))
  const named = Object.entries(schema.$defs ?? {}).map(([name, part]) => [`#/$defs/${name}`, part as Schema])
  return exampleOf(schema as Schema, { schemas: Object.fromEntries(named), shows: () => true })
}

function notModified(operation: Operation): RouteConfig['responses'] {
  if (operation.method !== 'get' || operation.lines) return {}
  const headers = headerRefs(successHeaders(operation, 304))
  return { 304: { description: 'Not modified. The response equals the one that `If-None-Match` names.', headers } }
}

const errors = (operation: Operation) =>
  Object.fromEntries(
    errorResponses(operation).map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
  )

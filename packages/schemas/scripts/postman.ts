import { z } from 'zod'
import type { OpenApiDocument } from '../src/openapi/open-api-document.ts'
import { array, object, resolve } from './schema-changes.ts'
import type { Json } from './schema-changes.ts'

/**
 * A Postman collection of every operation: a folder for each tag, the request that the document shows, and
 * the ids of what is created or listed handed on to the requests after it.
 */
export function postmanCollection(source: OpenApiDocument): object {
  const document = object(JSON.parse(JSON.stringify(source)))
  const info = object(document['info'])
  const all = Object.entries(object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(object(item)).map(([method, operation]) => ({ path, method, operation: object(operation) })),
  )
  const folders = array(document['tags']).map((tag) => {
    const { name, description } = object(tag)
    const inside = all.filter(({ operation }) => array(operation['tags']).includes(name))
    // Requests after a deletion cannot use the record.
    const ordered = inside.toSorted((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'))
    return { name, description, item: ordered.map((one) => requestOf(one, document)) }
  })
  return {
    info: {
      name: info['title'],
      description: info['description'],
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:3000/api/v1' },
      { key: 'apiKey', value: '' },
    ],
    // Requests about a listed record come after its list.
    item: folders.toSorted((a, b) => Number(isAboutListed(a)) - Number(isAboutListed(b))),
  }
}

/** True if a body has the ID of a listed record. */
const isAboutListed = (folder: object) => JSON.stringify(folder).includes(`: ${listedId}`)

interface Described {
  readonly path: string
  readonly method: string
  readonly operation: Json
}

function requestOf({ path, method, operation }: Described, document: Json) {
  const segments = path.slice(1).split('/')
  const body = object(object(object(operation['requestBody'])['content'])['application/json'])['example']
  const query = array(operation['parameters'])
    .map((parameter) => resolve(parameter, document))
    .filter((parameter) => parameter['in'] === 'query')
    .map(({ name, description }) => ({ key: name, value: '', description, disabled: true }))
  const isChange = method === 'patch' || method === 'delete'
  const raw = `{{baseUrl}}/${segments.map((segment, at) => filled(segment, segments[at - 1], isChange)).join('/')}`
  const sent = JSON.stringify(withoutIds(body), null, 2)?.replaceAll(`"${listedId}"`, listedId)
  return {
    name: operation['summary'],
    event: [
      ...skipOf(`${raw} ${sent}`),
      {
        listen: 'test',
        script: {
          type: 'text/javascript',
          // A repeated run creates the record of a POST again, so that one is deleted. PUT updates its own.
          exec: testOf(segments, operation, method === 'post' && !path.includes('{')),
        },
      },
    ],
    request: {
      method: method.toUpperCase(),
      description: operation['description'],
      header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
      url: { raw, host: ['{{baseUrl}}'], path: raw.split('/').slice(1), ...(query.length > 0 && { query }) },
      ...(body !== undefined && { body: { mode: 'raw', raw: sent } }),
    },
  }
}

/**
 * `{id}` behind `matters` becomes `{{matters_id}}`. A request that changes or deletes a record has `{{created_matters_id}}`,
 * so that it never reaches a record of the firm.
 */
const filled = (segment: string, before = '', isChange = false) =>
  segment.startsWith('{') ? `{{${isChange ? 'created_' : ''}${variableOf(before)}}}` : segment
const variableOf = (resource: string) => `${resource.replaceAll('-', '_')}_id`

/** Where nothing was created or listed there is no id: the request is skipped, not sent to a path that does not exist. */
function skipOf(raw: string) {
  const ids = [...raw.matchAll(/\{\{(\w+_id)\}\}/g)].map(([, name]) => name)
  if (ids.length === 0) return []
  const exec = ids.map((name) => `if (!pm.collectionVariables.get('${name}')) pm.execution.skipRequest()`)
  return [{ listen: 'prerequest', script: { type: 'text/javascript', exec } }]
}

/** The ID of the invoice that was listed last. */
const listedId = '{{invoices_id}}'

const isId = (value: unknown) => typeof value === 'number' || z.uuid().safeParse(value).success

/** IDs in examples do not exist in the user's workspace. */
function withoutIds(example: unknown): unknown {
  if (Array.isArray(example)) return example.map(withoutIds)
  if (typeof example !== 'object' || example === null) return example
  // The record that an external record belongs to.
  if ('resource' in example && 'resource_id' in example) return { ...example, resource_id: listedId }
  // Each firm has other custom fields.
  const kept = Object.entries(example).filter(
    ([name, value]) => name !== 'custom_fields' && !(name.endsWith('_id') && isId(value)),
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutIds(value)]))
}

function testOf(segments: readonly string[], { responses }: Json, isCreating: boolean): string[] {
  const answers = Object.entries(object(responses)).filter(([status]) => status.startsWith('2'))
  const successes = answers.map(([status]) => status)
  const resource = segments.findLast((segment, at) => !segment.startsWith('{') && at % 2 === 0) ?? ''
  return [
    `pm.test('answers ${successes.join(' or ')}', () => pm.expect(pm.response.code).to.be.oneOf([${successes.join(', ')}]))`,
    ...(answers.every(([, answer]) => isJson(object(object(answer)['content']))) ? ofJson(resource, isCreating) : []),
  ]
}

/** A file can be JSON or another type. */
const isJson = (content: Json) => Object.keys(content).join() === 'application/json'

function ofJson(resource: string, isCreating: boolean): string[] {
  return [
    `const answer = pm.response.json()`,
    `const [record = answer] = [answer.data ?? answer.${resource.replaceAll('-', '_')} ?? answer].flat()`,
    `const id = record.id ?? record.invoice_id`,
    `if (id !== undefined) pm.collectionVariables.set('${variableOf(resource)}', id)`,
    ...(isCreating
      ? [
          `if (pm.response.code < 300 && id !== undefined) pm.collectionVariables.set('created_${variableOf(resource)}', id)`,
        ]
      : []),
  ]
}

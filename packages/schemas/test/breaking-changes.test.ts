import { describe, expect, it } from 'vitest'
import { breakingChanges } from '../scripts/breaking-changes.ts'

const thing = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 255 },
    state: { type: 'string', nullable: true, enum: ['open', 'closed', null] },
    size: { type: 'number', minimum: 0 },
    at: { type: 'string', format: 'date-time' },
  },
  required: ['name'],
}

const original = () => ({
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        'x-required-scopes': ['things:read'],
        parameters: [{ $ref: '#/components/parameters/Limit' }],
        responses: {
          '200': {
            headers: { ETag: {} },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
                },
              },
            },
          },
          '404': { $ref: '#/components/responses/NotFound' },
        },
      },
      post: {
        operationId: 'createThing',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ThingCreate' } } },
        },
        responses: { '201': {} },
      },
    },
  },
  components: {
    parameters: { Limit: { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 200 } } },
    responses: { NotFound: { content: { 'application/json': { schema: { type: 'object' } } } } },
    schemas: { Thing: structuredClone(thing), ThingCreate: structuredClone(thing) },
  },
})

type Change = (document: ReturnType<typeof original>) => unknown

function changesAfter(change: Change): string[] {
  const document = original()
  change(document)
  return breakingChanges(original(), structuredClone(document))
}

const severalOf = (items: object) => ({ schema: { type: 'array', items }, style: 'form', explode: false })
const drop = (object: object, name: string) => Reflect.deleteProperty(object, name)
const list = '/things'

describe('what breaks clients is found', () => {
  it.each<[string, Change, string]>([
    ['a path that is gone', (d) => drop(d.paths, list), 'GET /things: is gone'],
    ['an operation that is gone', (d) => drop(d.paths[list], 'post'), 'POST /things: is gone'],
    ['a status that is gone', (d) => drop(d.paths[list].get.responses, '404'), 'GET /things 404: is gone'],
    [
      'a header that is gone',
      (d) => drop(d.paths[list].get.responses['200'].headers, 'ETag'),
      'GET /things 200 ETag: is gone',
    ],
    [
      'another operationId',
      (d) => (d.paths[list].get.operationId = 'things'),
      'GET /things: operationId is another one',
    ],
    [
      'a new scope',
      (d) => d.paths[list].get['x-required-scopes'].push('a:read'),
      'GET /things: needs the scope a:read now',
    ],
    ['a parameter that is gone', (d) => d.paths[list].get.parameters.pop(), 'GET /things query limit: is gone'],
    [
      'a parameter that is required now',
      (d) => (d.components.parameters.Limit.required = true),
      'GET /things query limit: is required now',
    ],
    [
      'a narrower parameter',
      (d) => (d.components.parameters.Limit.schema.maximum = 100),
      'GET /things query limit: maximum was 200 and is 100',
    ],
    [
      'a parameter that can be repeated, of which each value is narrower',
      (d) =>
        Object.assign(d.components.parameters.Limit, severalOf({ type: 'integer', maximum: 100 }), { explode: true }),
      'GET /things query limit: maximum was 200 and is 100',
    ],
    [
      'several values of a parameter of which each is narrower',
      (d) => Object.assign(d.components.parameters.Limit, severalOf({ type: 'integer', maximum: 100 })),
      'GET /things query limit: maximum was 200 and is 100',
    ],
    [
      'an answered member that is gone',
      (d) => drop(d.components.schemas.Thing.properties, 'size'),
      'GET /things 200.data[].size: is gone',
    ],
    [
      'an answered member that can be missing',
      (d) => d.components.schemas.Thing.required.pop(),
      'GET /things 200.data[].name: can be missing now',
    ],
    [
      'an answered member that can be null',
      (d) => Object.assign(d.components.schemas.Thing.properties.name, { nullable: true }),
      'GET /things 200.data[].name: can be null now',
    ],
    [
      'a member of another type',
      (d) => (d.components.schemas.Thing.properties.size.type = 'string'),
      'GET /things 200.data[].size: type was number and is string',
    ],
    [
      'a sent member that is gone',
      (d) => drop(d.components.schemas.ThingCreate.properties, 'size'),
      'POST /things body.size: is gone',
    ],
    [
      'a sent member that is required now',
      (d) => d.components.schemas.ThingCreate.required.push('size'),
      'POST /things body.size: is required now',
    ],
    [
      'a narrower enum',
      (d) => d.components.schemas.ThingCreate.properties.state.enum.shift(),
      'POST /things body.state: the value "open" is gone',
    ],
    [
      'a null that is refused',
      (d) => (d.components.schemas.ThingCreate.properties.state.nullable = false),
      'POST /things body.state: can no longer be null',
    ],
    [
      'a shorter text',
      (d) => (d.components.schemas.ThingCreate.properties.name.maxLength = 64),
      'POST /things body.name: maxLength was 255 and is 64',
    ],
    [
      'a new bound',
      (d) => Object.assign(d.components.schemas.ThingCreate.properties.name, { minLength: 1 }),
      'POST /things body.name: minLength was undefined and is 1',
    ],
  ])('%s', (_name, change, line) => {
    expect(changesAfter(change)[0]).toBe(line)
  })
})

describe('what only adds is let through', () => {
  it.each<[string, Change]>([
    ['nothing at all', () => undefined],
    ['a path', (d) => Object.assign(d.paths, { '/more': d.paths[list] })],
    ['a status', (d) => Object.assign(d.paths[list].get.responses, { '429': {} })],
    ['an optional parameter', (d) => Object.assign(d.paths[list].post, { parameters: [{ name: 'a', in: 'query' }] })],
    ['an answered member', (d) => Object.assign(d.components.schemas.Thing.properties, { more: { type: 'string' } })],
    [
      'an optional sent member',
      (d) => Object.assign(d.components.schemas.ThingCreate.properties, { more: { type: 'string' } }),
    ],
    ['a value of an enum', (d) => d.components.schemas.ThingCreate.properties.state.enum.push('paused')],
    [
      'an enum that gets a name',
      (d) => {
        const { state } = d.components.schemas.Thing.properties
        const named = { allOf: [{ $ref: '#/components/schemas/State' }], description: 'How it is' }
        Object.assign(d.components.schemas, { State: { ...state } })
        Object.assign(d.components.schemas.Thing.properties, { state: named })
      },
    ],
    [
      'a pattern that allows more than the format that it replaces',
      (d) => {
        drop(d.components.schemas.ThingCreate.properties.at, 'format')
        Object.assign(d.components.schemas.ThingCreate.properties.at, { pattern: String.raw`^\d` })
      },
    ],
    [
      'several values of a parameter, with commas between them',
      (d) => Object.assign(d.components.parameters.Limit, severalOf(d.components.parameters.Limit.schema)),
    ],
    [
      'several values of a parameter that can be repeated',
      (d) =>
        Object.assign(d.components.parameters.Limit, severalOf(d.components.parameters.Limit.schema), {
          explode: true,
        }),
    ],
    ['a longer text', (d) => (d.components.schemas.ThingCreate.properties.name.maxLength = 500)],
  ])('%s', (_name, change) => {
    expect(changesAfter(change)).toEqual([])
  })
})

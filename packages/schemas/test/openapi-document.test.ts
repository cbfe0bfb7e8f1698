import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { asText, currentDocument } from '../scripts/released.ts'
import { contract, operations } from '../src/contract.ts'
import type { Operation } from '../src/operations/operation.ts'
import { scopes } from '../src/operations/scopes.ts'

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly nullable?: boolean
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
}
interface Media {
  readonly schema: Schema
  readonly example?: unknown
}
interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly description?: string
  readonly schema?: Schema
}
interface Documented {
  readonly operationId: string
  readonly description: string
  readonly tags: readonly string[]
  readonly 'x-required-scopes': readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: {
          readonly 'application/json': Media
          readonly 'application/x-ndjson'?: { readonly schema: { readonly example: string } }
        }
      }
    >
  >
}
interface Document {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const text = asText(currentDocument())
const document = JSON.parse(text) as Document

function documented({ path, method }: Operation): Documented {
  const operation = document.paths[path]?.[method]
  if (!operation) throw new Error(`${method} ${path} is not in the document`)
  return operation
}
function resolve(schema: Schema | undefined): Schema | undefined {
  const [part] = schema?.allOf ?? []
  if (part) return { ...resolve(part), ...schema }
  return schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? '']
}

describe.each(operations.map((operation) => [operation.operationId, operation] as const))('%s', (_id, operation) => {
  const entry = documented(operation)

  it('has a description of its own, a tag and its scope', () => {
    expect(operation.description).toBeTruthy()
    expect(entry.tags).toHaveLength(1)
    expect(entry['x-required-scopes']).toEqual(operation.scope ? [operation.scope] : [])
    expect(entry.description).toContain(operation.scope ?? 'Any valid API key')
  })

  it('shows a request that its own schema accepts whole', () => {
    if (!operation.body) return
    const example = entry.requestBody?.content['application/json'].example
    expect(operation.body.strict().safeParse(example).error).toBeUndefined()
    expect(Object.keys(example ?? {})).not.toEqual([])
  })

  it('shows answers that its own schemas accept', () => {
    for (const [status, schema] of Object.entries(operation.responses)) {
      const { content } = entry.responses[status] ?? {}
      if (operation.lines) {
        const [record = '', end = ''] = content?.['application/x-ndjson']?.schema.example.split('\n') ?? []
        expect(schema.strict().safeParse(JSON.parse(record)).error).toBeUndefined()
        expect(operation.lines.end.strict().safeParse(JSON.parse(end)).error).toBeUndefined()
        continue
      }
      const example = content?.['application/json'].example
      expect(schema.strict().safeParse(example).error).toBeUndefined()
    }
  })

  it('says truly which members of the body can be null', () => {
    if (!operation.body) return
    const schema = resolve(entry.requestBody?.content['application/json'].schema)
    const shape: Readonly<Record<string, unknown>> = operation.body.shape
    for (const [name, field] of Object.entries(shape)) {
      if (!(field instanceof z.ZodType)) continue
      expect([name, resolve(schema?.properties?.[name])?.nullable ?? false]).toEqual([
        name,
        field.safeParse(null).success,
      ])
    }
  })
})

it('has version 1.0.0, and an operationId for everything', () => {
  expect(document.info.version).toBe('1.0.0')
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length)
  expect(Object.values(document.paths).flatMap((item) => Object.values(item))).toHaveLength(operations.length)
})

it('has null among the values of every enum that can be null', () => {
  const enums = [...text.matchAll(/"nullable": true,\s+"enum": (\[[^\]]*\])/g)].map(([, values]) =>
    JSON.parse(values ?? ''),
  )
  expect(enums.length).toBeGreaterThan(0)
  for (const values of enums) expect(values).toContain(null)
})

/** The places of a schema that nothing is said of; what a reference stands for has words of its own. */
function wordless(at: string, schema: Schema): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema
  const silent = Object.entries(properties).filter(([, field]) => !field.description && !resolve(field)?.description)
  const inner = [...(items ? [items] : []), ...anyOf, ...oneOf]
  return [
    ...silent.map(([name]) => `${at}.${name}`),
    ...Object.entries(properties).flatMap(([name, field]) => wordless(`${at}.${name}`, field)),
    ...inner.flatMap((part) => wordless(at, part)),
  ]
}

it('says what every schema, every field and every parameter is', () => {
  const schemas = Object.entries(document.components.schemas)
  const advice = 'say what it is: `about(…, { description })` or `.meta({ description })` where it is declared'
  expect(
    schemas.filter(([, { description }]) => !description).map(([name]) => name),
    advice,
  ).toEqual([])
  expect(
    schemas.flatMap(([name, schema]) => wordless(name, schema)),
    advice,
  ).toEqual([])
  for (const [path, item] of Object.entries(document.paths))
    for (const { parameters = [], responses, requestBody } of Object.values(item)) {
      expect(parameters.filter(({ $ref, description }) => !$ref && !description)).toEqual([])
      const bodies = [requestBody, ...Object.values(responses)].flatMap(
        (body) => body?.content?.['application/json'] ?? [],
      )
      expect(bodies.flatMap(({ schema }) => wordless(path, schema))).toEqual([])
    }
})

it('leaves no TODO to its readers', () => {
  const left = text.split('\n').filter((line) => line.includes('TODO'))
  expect(left, 'say what is meant in packages/schemas/src/resources').toEqual([])
})

it('says of each operation that answers some fields only, and of no other, that its schema is that of a whole record', () => {
  const takesFields = ({ query }: Operation) => query !== undefined && 'fields' in query.shape
  expect(operations.filter(takesFields).length).toBeGreaterThan(5)
  const saying = operations.filter((operation) =>
    documented(operation).description.includes('With `fields`, each record'),
  )
  expect(saying.map(({ operationId }) => operationId)).toEqual(
    operations.filter(takesFields).map(({ operationId }) => operationId),
  )
})

it('names the page of every list, and every enum', () => {
  const pages = operations.filter(
    ({ method, path, lines, file }) =>
      method === 'get' && !path.endsWith('}') && !['/me', '/firm'].includes(path) && !lines && !file,
  )
  const names = pages.map((page) => documented(page).responses['200']?.content?.['application/json'].schema.$ref)
  expect(names.filter((name) => !name?.endsWith('List'))).toEqual([])
  // One that is only true or only one thing needs no name.
  const inline = [...JSON.stringify({ ...document.paths, ...withoutEnums() }).matchAll(/"enum":(\[[^\]]*\])/g)]
  const several = inline.map(([, values = '']) => JSON.parse(values) as unknown[]).filter((values) => values.length > 2)
  // The names for `expand` are fields of the record that it returns.
  const expands = [...JSON.stringify(document).matchAll(/"name":"expand".*?"enum":(\[[^\]]*\])/g)].map(
    ([, names]) => names,
  )
  expect(several.filter((values) => !expands.includes(JSON.stringify(values)))).toEqual([])
})

const withoutEnums = () =>
  Object.fromEntries(Object.entries(document.components.schemas).filter(([, schema]) => !schema.enum))

it('says where what was created can be fetched, wherever it can', () => {
  for (const { path, responses, location, operationId } of operations) {
    const single = operations.find((one) => one.method === 'get' && one.path === `${path}/{id}`)
    expect([operationId, location]).toEqual([operationId, responses[201] ? single?.path : undefined])
  }
})

it('has the formats of the specification, also for what is sent', () => {
  const { schemas } = document.components
  const formatOf = (name: string, property: string) => {
    const { format, pattern } = schemas[name]?.properties?.[property] ?? {}
    return [format, pattern]
  }
  for (const name of ['TimeEntryCreate', 'TimeEntryUpdate', 'TimeEntryUpsert', 'TimeEntry'])
    for (const property of ['start_time', 'end_time'])
      expect([name, property, ...formatOf(name, property)]).toEqual([name, property, 'date-time', undefined])
  for (const name of ['ClientCreate', 'ClientUpdate', 'ClientUpsert', 'Client'])
    expect([name, ...formatOf(name, 'website')]).toEqual([name, 'uri', undefined])
  for (const name of ['WebhookEndpointCreate', 'WebhookEndpointUpdate', 'WebhookEndpoint'])
    expect([name, ...formatOf(name, 'url')]).toEqual([name, 'uri', undefined])
  for (const operation of operations.filter(({ query }) => query && 'updated_since' in query.shape)) {
    const since = documented(operation).parameters?.find(({ name }) => name === 'updated_since')
    expect([operation.operationId, since?.schema?.type, since?.schema?.format]).toEqual([
      operation.operationId,
      'string',
      'date-time',
    ])
  }
})

it('describes date-times more narrowly than the server reads them', () => {
  const { start_time: input } = contract.timeEntries.create.body.shape
  for (const moment of [
    '2026-03-14T09:26',
    '2026-03-14T09:26Z',
    '2026-03-14T09:26+01:00',
    '2026-03-14t09:26:53z',
    '2026-03-14T09:26:53',
    '2026-03-14T09:26:53.5Z',
    '2026-03-14T09:26:53+02:00',
  ])
    expect([moment, input.safeParse(moment).success]).toEqual([moment, true])
  for (const moment of ['2026-03-14', '14.03.2026', '2026-03-14 09:26', '2026-12-31T23:59:60Z'])
    expect([moment, input.safeParse(moment).success]).toEqual([moment, false])
})

it('has a component for the plain record of every resource', () => {
  const names = ['Matter', 'Client', 'TimeEntry', 'Expense', 'Invoice', 'Payment', 'CreditNote', 'Lead']
  for (const name of [...names, 'WebhookEndpoint', 'Delivery'])
    expect([name, document.components.schemas[name]?.type]).toEqual([name, 'object'])
})

it('refers to what can be null in a way that generators and validators read alike', () => {
  const { client } = document.components.schemas['ExpandedMatter']?.properties ?? {}
  expect(client).toMatchObject({
    type: 'object',
    nullable: true,
    allOf: [{ $ref: '#/components/schemas/NullableClient' }],
  })
  expect(document.components.schemas['NullableClient']).toEqual({
    ...document.components.schemas['Client'],
    nullable: true,
  })
  expect(text).not.toMatch(/"enum": \[\s*null\s*\]/)
})

it('says defaults of what is sent in words, so that no generator requires the property', () => {
  const defaults = Object.entries(document.components.schemas).filter(([, schema]) =>
    JSON.stringify(schema).includes('"default":'),
  )
  expect(defaults).toEqual([])
  const { is_billable: isBillable } = document.components.schemas['TimeEntryCreate']?.properties ?? {}
  expect(isBillable?.description).toBe('Whether the time can be billed to the client. Default: `true`.')
})

it('takes for an email address whatever the server takes for one', () => {
  const { email: field } = document.components.schemas['ClientCreate']?.properties ?? {}
  const query = documented(contract.clients.list).parameters?.find(({ name }) => name === 'email')
  // The format is that of the specification. The pattern is what the server takes.
  expect([field?.format, query?.schema?.format]).toEqual(['email', undefined])
  const { email: input } = contract.clients.create.body.shape
  const taken = (email: string) => [
    input.safeParse(email).success,
    new RegExp(field?.pattern ?? '').test(email),
    new RegExp(field?.pattern ?? '', 'u').test(email),
    new RegExp(query?.schema?.pattern ?? '').test(` ${email} `),
  ]
  for (const email of ['jane@example.com', 'a&b@example.com', '"a b"@example.com', 'a@müller.example', 'a@b.xn--p1ai'])
    expect([email, ...taken(email)]).toEqual([email, true, true, true, true])
  for (const email of ['jörg@example.com', 'a@b', 'a.@b.co', 'a@b..co', 'a@b.co\n', 'a b@c.co', '@b.co', 'a@-b.co'])
    expect([email, ...taken(email).slice(0, 3)]).toEqual([email, false, false, false])
})

it('names every scope', () => {
  for (const scope of scopes) expect(text).toContain(`- \`${scope}\`: `)
})

it('is made by code that knows no resource', async () => {
  const { openApiDocument } = await import('../src/openapi/document.ts')
  const me = contract.me.get
  const things = { list: { ...me, path: '/things', operationId: 'listThings' } }
  const made = openApiDocument({ things }, { things: { name: 'Things', description: 'Things.' } }, 'https://a.example')
  expect(Object.keys(made.paths)).toEqual(['/things'])
  expect(made.paths['/things']?.get?.tags).toEqual(['Things'])
})

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { asText, currentDocument } from '../scripts/released.ts'
import { contract, operations } from '../src/contract.ts'
import type { Operation } from '../src/operations/operation.ts'
import { scopes } from '../src/operations/scopes.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
}
interface Media {
  readonly schema: Schema
  readonly example?: unknown
}
interface Documented {
  readonly operationId: string
  readonly description: string
  readonly tags: readonly string[]
  readonly 'x-required-scopes': readonly string[]
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } }
  readonly responses: Readonly<Record<string, { readonly content?: { readonly 'application/json': Media } }>>
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
const resolve = (schema: Schema | undefined): Schema | undefined =>
  schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? '']

describe.each(operations.map((operation) => [operation.operationId, operation] as const))('%s', (_id, operation) => {
  const entry = documented(operation)

  it('has a description of its own, a tag and its scope', () => {
    expect(operation.description).toBeTruthy()
    expect(entry.tags).toHaveLength(1)
    expect(entry['x-required-scopes']).toEqual(operation.scope ? [operation.scope] : [])
    expect(entry.description).toContain(operation.scope ?? 'Any valid key')
  })

  it('shows a request that its own schema accepts whole', () => {
    if (!operation.body) return
    const example = entry.requestBody?.content['application/json'].example
    expect(operation.body.strict().safeParse(example).error).toBeUndefined()
    expect(Object.keys(example ?? {})).not.toEqual([])
  })

  it('shows answers that its own schemas accept', () => {
    for (const [status, schema] of Object.entries(operation.responses)) {
      const example = entry.responses[status]?.content?.['application/json'].example
      expect(schema.strict().safeParse(example).error).toBeUndefined()
    }
  })

  it('says truly which members of the body can be null', () => {
    if (!operation.body) return
    const schema = resolve(entry.requestBody?.content['application/json'].schema)
    const shape: Readonly<Record<string, unknown>> = operation.body.shape
    for (const [name, field] of Object.entries(shape)) {
      if (!(field instanceof z.ZodType)) continue
      expect([name, schema?.properties?.[name]?.nullable ?? false]).toEqual([name, field.safeParse(null).success])
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

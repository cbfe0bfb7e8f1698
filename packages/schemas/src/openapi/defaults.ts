import type { OpenApiDocument } from './open-api-document.ts'

type Json = Record<string, unknown>

/**
 * Says the defaults of what is sent in words. A property of a component that has `default` is a property that
 * openapi-typescript requires, although it can be left out.
 */
export function describeDefaults(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.entries((document.components?.schemas ?? {}) as Json)
  return {
    ...document,
    components: {
      ...document.components,
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, visit(schema)])),
    },
  } as OpenApiDocument
}

function visit(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visit)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === 'properties' ? described(member) : visit(member)]),
  )
}

const described = (properties: object) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, inWords(visit(schema))]))

function inWords(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('default' in schema)) return schema
  const { default: initial, description, ...rest } = schema as Json
  const said = `Default: \`${String(initial)}\`.`
  return { ...rest, description: typeof description === 'string' ? `${description} ${said}` : said }
}

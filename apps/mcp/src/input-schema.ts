import type { Operation } from '@matterbase/schemas'
import type { JSONObject, JSONValue, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** A JSON Schema of an object, as tools declare what they take. */
export type InputSchema = Tool['inputSchema']

type Definitions = Readonly<Record<string, JSONObject>>

/** Everything that an operation takes, in one object: its path's parameters, its query's and its body's fields. */
export function inputSchemaOf({ params, query, body }: Pick<Operation, 'params' | 'query' | 'body'>): InputSchema {
  const parts = [params, query, body].flatMap((schema) => (schema ? [schemaOf(schema)] : []))
  const required = parts.flatMap((part) => part.required ?? [])
  const properties = Object.fromEntries(parts.flatMap((part) => Object.entries(part.properties ?? {})))
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** What is sent, not what it is decoded to. */
function schemaOf(schema: z.ZodObject): InputSchema {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JSONObject
  const definitions = (json['$defs'] ?? {}) as Definitions
  const { properties = {}, required } = resolved(json, definitions) as Partial<InputSchema>
  const plain = Object.entries(properties).map(([name, property]) => [name, plainOf(property, definitions)] as const)
  return { type: 'object', properties: Object.fromEntries(plain), ...(required && { required }) }
}

/** With what it refers to in place of the reference. */
function resolved({ $ref, ...rest }: JSONObject, definitions: Definitions): JSONObject {
  const target = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined
  return target ? { ...resolved(target, definitions), ...rest } : rest
}

// What only the OpenAPI document is made from.
const ofTheDocument = new Set(['id', 'x-enum', 'param', 'example', 'default', 'readOnly'])

/**
 * Without references, of which clients make different things; nothing here refers to itself. What stands in a query is
 * text there: what it says of the text is left out where it stands for something else.
 */
function plainOf(schema: JSONValue, definitions: Definitions): JSONValue {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  const all = resolved(schema, definitions)
  const isText = all['type'] === 'string' || all['type'] === undefined
  const kept = Object.entries(all).filter(
    ([keyword]) => !ofTheDocument.has(keyword) && (isText || !['pattern', 'enum', 'format'].includes(keyword)),
  )
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (keyword === 'items') return [keyword, plainOf(value, definitions)]
      if (keyword === 'anyOf' && Array.isArray(value)) return [keyword, value.map((one) => plainOf(one, definitions))]
      return [keyword, value]
    }),
  )
}

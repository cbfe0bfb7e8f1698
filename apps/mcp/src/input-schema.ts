import type { Operation } from '@matterbase/schemas'
import type { JSONObject, JSONValue, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** The JSON Schema of the input of a tool. */
export type InputSchema = Tool['inputSchema']

type Definitions = Readonly<Record<string, JSONObject>>

/** All parameters of an operation in one object: path, query and body. */
export function inputSchemaOf({ params, query, body }: Pick<Operation, 'params' | 'query' | 'body'>): InputSchema {
  const parts = [params, query, body].flatMap((schema) => (schema ? [schemaOf(schema)] : []))
  const required = parts.flatMap((part) => part.required ?? [])
  const properties = Object.fromEntries(parts.flatMap((part) => Object.entries(part.properties ?? {})))
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}

/** The schema of the input, not of its decoded form. */
function schemaOf(schema: z.ZodObject): InputSchema {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JSONObject
  const definitions = (json['$defs'] ?? {}) as Definitions
  const { properties = {}, required } = resolved(json, definitions) as Partial<InputSchema>
  const plain = Object.entries(properties).map(([name, property]) => [name, plainOf(property, definitions)] as const)
  return { type: 'object', properties: Object.fromEntries(plain), ...(required && { required }) }
}

/** Replaces a reference by its target. */
function resolved({ $ref, ...rest }: JSONObject, definitions: Definitions): JSONObject {
  const target = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined
  return target ? { ...resolved(target, definitions), ...rest } : rest
}

// Keywords for the OpenAPI document only.
const ofTheDocument = new Set(['id', 'x-enum', 'x-unshown', 'param', 'example', 'default', 'readOnly', 'nullable'])

/**
 * A schema without references, which clients handle differently. No schema refers to itself. Query parameters are strings,
 * so string keywords of parameters with another type are left out.
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

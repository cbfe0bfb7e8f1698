import { enumKey } from '../fields/named-enum.ts'
import type { EnumName } from '../fields/named-enum.ts'
import type { OpenApiDocument } from './open-api-document.ts'

type Json = Record<string, unknown>

/**
 * Moves every enum that has a name among the components, and refers to it from where it was.
 *
 * @throws Error when one name stands for different values.
 */
export function nameEnums(document: OpenApiDocument): OpenApiDocument {
  const enums = new Map<string, Json>()
  const named = withRefs(document, enums) as OpenApiDocument
  return {
    ...named,
    components: { ...named.components, schemas: { ...named.components?.schemas, ...Object.fromEntries(enums) } },
  }
}

function withRefs(value: unknown, enums: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => withRefs(item, enums))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, withRefs(member, enums)] as const)
  const { [enumKey]: name, ...schema } = Object.fromEntries(members)
  return name === undefined ? schema : refTo(name as EnumName, schema, enums)
}

function refTo(
  { name, description }: EnumName,
  { type, nullable, enum: values, ...rest }: Json,
  enums: Map<string, Json>,
) {
  const component = { type, ...(nullable === true && { nullable }), enum: values, description }
  const known = enums.get(name) ?? component
  if (JSON.stringify(known) !== JSON.stringify(component))
    throw new Error(`${name} has different values in different places`)
  enums.set(name, known)
  const ref = { $ref: `#/components/schemas/${name}` }
  // What stands beside a reference is ignored in OpenAPI 3.0.
  return Object.keys(rest).length === 0 ? ref : { allOf: [ref], description, ...rest }
}

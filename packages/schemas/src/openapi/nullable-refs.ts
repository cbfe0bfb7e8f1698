import type { OpenApiDocument } from './open-api-document.ts'

type Json = Record<string, unknown>

const prefix = '#/components/schemas/'

/**
 * A reference that can be null. Generators read `nullable` next to `allOf`. Validators need more, since all of `allOf`
 * must hold: they find null in the component that it refers to.
 */
export const nullableRef = (name: string, type: unknown): Json => ({
  type,
  nullable: true,
  allOf: [{ $ref: `${prefix}${nullableName(name)}` }],
})

export const nullableName = (name: string) => `Nullable${name}`

/** Lets references that can be null be so, and adds the components that these refer to. */
export function withNullableRefs(document: OpenApiDocument): OpenApiDocument {
  const names = new Set<string>()
  const visited = visit(document, names) as OpenApiDocument
  const schemas = (visited.components?.schemas ?? {}) as Record<string, Json>
  const added = [...names].map((name) => [nullableName(name), { ...schemas[name], nullable: true }])
  return { ...visited, components: { ...visited.components, schemas: { ...schemas, ...Object.fromEntries(added) } } }
}

function visit(value: unknown, names: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => visit(item, names))
  if (typeof value !== 'object' || value === null) return value
  const members: Json = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member, names)]))
  const { allOf, ...rest } = members
  const [ref, second, ...others] = Array.isArray(allOf) ? (allOf as readonly Json[]) : []
  const isNullable = second?.['nullable'] === true && others.length === 0 && Object.keys(second).length === 1
  const target = ref?.['$ref']
  if (!isNullable || typeof target !== 'string') return members
  const name = target.slice(prefix.length)
  names.add(name)
  return { ...rest, ...nullableRef(name, 'object') }
}

import type { OpenApiDocument } from './open-api-document.ts'

type Json = Record<string, unknown>

// OpenAPI 3.0 has no type `null`.
const nothing = { type: 'object', nullable: true, enum: [null] }

/** Lets a reference that can be null be so: `nullable` in an `allOf` says nothing, since all of it must hold. */
export const withNullableRefs = (document: OpenApiDocument): OpenApiDocument => visit(document) as OpenApiDocument

function visit(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visit)
  if (typeof value !== 'object' || value === null) return value
  const members: Json = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member)]))
  const { allOf, ...rest } = members
  const [ref, second, ...others] = Array.isArray(allOf) ? (allOf as readonly Json[]) : []
  const isNullable = ref?.['$ref'] !== undefined && second?.['nullable'] === true && others.length === 0
  return isNullable && Object.keys(second).length === 1 ? { ...rest, anyOf: [ref, nothing] } : members
}

import { enumKey } from '../fields/named-enum.ts'
import type { EnumName } from '../fields/named-enum.ts'
import { nullableName, nullableRef } from './nullable-refs.ts'
import type { OpenApiDocument } from './open-api-document.ts'

type Json = Record<string, unknown>

/** An enum with a name, and how it is used. */
interface NamedEnum {
  readonly component: Json
  /** The places where it can be null, and the others. */
  readonly nullable: Set<boolean>
}

/**
 * Moves every enum that has a name among the components, and refers to it from where it was. One that can be null
 * everywhere has null among its values; one that can be null in some places has a second component for these.
 *
 * @throws Error when one name stands for different values.
 */
export function nameEnums(document: OpenApiDocument): OpenApiDocument {
  const enums = new Map<string, NamedEnum>()
  findEnums(document, enums)
  const named = withRefs(document, enums) as OpenApiDocument
  const components = [...enums].flatMap(([name, { component, nullable }]) => [
    [name, nullable.has(false) ? component : withNull(component)] as const,
    ...(nullable.size === 2 ? [[nullableName(name), withNull(component)] as const] : []),
  ])
  return {
    ...named,
    components: { ...named.components, schemas: { ...named.components?.schemas, ...Object.fromEntries(components) } },
  }
}

const withNull = ({ type, enum: values, ...rest }: Json): Json => ({
  type,
  nullable: true,
  enum: [...(values as unknown[]), null],
  ...rest,
})

function findEnums(value: unknown, enums: Map<string, NamedEnum>): void {
  if (typeof value !== 'object' || value === null) return
  for (const member of Object.values(value)) findEnums(member, enums)
  if (!(enumKey in value)) return
  const { [enumKey]: named, type, nullable, enum: values } = value as Json
  const { name, description } = named as EnumName
  const component = { type, enum: (values as unknown[]).filter((one) => one !== null), description }
  const known = enums.get(name) ?? { component, nullable: new Set() }
  if (JSON.stringify(known.component) !== JSON.stringify(component))
    throw new Error(`${name} has different values in different places`)
  known.nullable.add(nullable === true)
  enums.set(name, known)
}

function withRefs(value: unknown, enums: ReadonlyMap<string, NamedEnum>): unknown {
  if (Array.isArray(value)) return value.map((item) => withRefs(item, enums))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, withRefs(member, enums)] as const)
  const { [enumKey]: named, ...schema } = Object.fromEntries(members)
  return named === undefined ? schema : refTo(named as EnumName, schema, enums)
}

function refTo(
  { name, description }: EnumName,
  { type, nullable, enum: _values, ...rest }: Json,
  enums: ReadonlyMap<string, NamedEnum>,
) {
  const ref = { $ref: `#/components/schemas/${name}` }
  if (nullable === true && enums.get(name)?.nullable.has(false))
    return { ...nullableRef(name, type), description, ...rest }
  // OpenAPI 3.0 ignores siblings of `$ref`.
  return Object.keys(rest).length === 0 ? ref : { allOf: [ref], description, ...rest }
}

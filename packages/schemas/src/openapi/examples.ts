/** As much of an OpenAPI 3.0 schema as decides what a value of it can look like. */
export interface Schema {
  readonly $ref?: string
  readonly example?: unknown
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface ExampleOptions {
  readonly schemas: Readonly<Record<string, Schema>>
  /** Which members an object shows, besides those that it must have. */
  readonly shows: (member: Schema) => boolean
}

/** A value of a schema, built from its examples. */
export function exampleOf(schema: Schema, options: ExampleOptions): unknown {
  if (schema.$ref !== undefined) return exampleOf(resolve(schema.$ref, options), options)
  if ('example' in schema) return schema.example
  if (schema.default !== undefined) return schema.default
  const [alternative] = schema.anyOf ?? schema.allOf ?? []
  if (alternative) return exampleOf(alternative, options)
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return objectExample(schema, options)
    case 'array':
      return schema.items ? [exampleOf(schema.items, options)] : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return 1
    default:
      return 'text'
  }
}

function objectExample({ properties = {}, required = [] }: Schema, options: ExampleOptions) {
  const shown = Object.entries(properties).filter(
    ([name, member]) => required.includes(name) || options.shows(resolved(member, options)),
  )
  return Object.fromEntries(shown.map(([name, member]) => [name, exampleOf(member, options)]))
}

const resolved = (schema: Schema, options: ExampleOptions) =>
  schema.$ref === undefined ? schema : resolve(schema.$ref, options)

function resolve(ref: string, { schemas }: ExampleOptions): Schema {
  const schema = schemas[ref.replace('#/components/schemas/', '')]
  if (!schema) throw new Error(`There is no ${ref}`)
  return schema
}

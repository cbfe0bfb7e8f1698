import type { OpenApiDocument } from '@matterbase/schemas'

/** As much of an OpenAPI 3.0 schema as the pages say. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly nullable?: boolean
  readonly description?: string
  readonly readOnly?: boolean
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly example?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly discriminator?: { readonly mapping: Readonly<Record<string, string>> }
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Media {
  readonly schema?: Schema
  readonly example?: unknown
  /** By error code. */
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

type Content = Readonly<Record<string, Media>>

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Content
}

interface Ref {
  readonly $ref: string
}

/** A request that the service makes because of an operation. */
interface SourceCallback {
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly requestBody: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

export interface SourceOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly 'x-required-scopes': readonly string[]
  readonly parameters?: readonly (Parameter | Ref)[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response | Ref>>
  /** By name, and by where they go. */
  readonly callbacks?: Readonly<Record<string, Readonly<Record<string, { readonly post: SourceCallback }>>>>
}

/** As much of an OpenAPI document as the pages say, as a reader of its JSON gets it. */
export interface Source {
  readonly info: { readonly title: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>
    readonly headers: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Response>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
  readonly paths: Readonly<Record<string, Readonly<Record<string, SourceOperation>>>>
}

export function sourceOf(document: OpenApiDocument): Source {
  const source = JSON.parse(JSON.stringify(document)) as Source
  return withValues(source, source.components.schemas) as Source
}

/** The pages show the values of an enum where it is used, instead of its name. */
function withValues(value: unknown, schemas: Source['components']['schemas']): unknown {
  if (Array.isArray(value)) return value.map((item) => withValues(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, allOf: [part] = [], ...beside } = value as Schema
  const named = schemas[nameOf($ref ?? part?.$ref ?? '')]
  if (named?.enum) return { ...named, ...beside }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withValues(member, schemas)]))
}

export const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** What stands under this name, or what a reference leads to. @throws Error when nothing does. */
export function resolve<T extends object>(value: T | Ref, components: Readonly<Record<string, T>>): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const found = components[nameOf(value.$ref)]
  if (!found) throw new Error(`The OpenAPI document has no ${value.$ref}`)
  return found
}

import { z } from 'zod'

/** Marks a schema that becomes a component of the OpenAPI document; see `openapi/named-enums.ts`. */
export interface EnumName {
  readonly name: string
  readonly description: string
}

export const enumKey = 'x-enum'

/** One of a few values, under a name of its own in the OpenAPI document. */
export const namedEnum = <const V extends readonly string[]>(name: string, values: V, description: string) =>
  z.enum(values).meta({ [enumKey]: { name, description } satisfies EnumName })

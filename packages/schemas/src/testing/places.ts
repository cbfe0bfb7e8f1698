import { z } from 'zod'

/** Something that a caller can fill in a request. */
export interface Place {
  /** Names of members, and 0 for the items of an array. */
  readonly path: readonly (string | number)[]
  readonly kind: 'object' | 'record' | 'array' | 'anything' | 'value'
  /** Without what it is wrapped in. */
  readonly schema: z.ZodType
}

/** Every place of a schema, itself first. */
export function placesOf(schema: z.ZodType, path: Place['path'] = []): Place[] {
  return coresOf(schema).flatMap((core): Place[] => {
    if (core instanceof z.ZodObject) {
      const shape: Readonly<Record<string, z.ZodType>> = core.shape
      const members = Object.entries(shape).flatMap(([name, member]) => placesOf(member, [...path, name]))
      // Members beyond the known ones are taken in where there is a schema for them.
      return [{ path, kind: core.def.catchall ? 'record' : 'object', schema: core }, ...members]
    }
    if (core instanceof z.ZodArray)
      return [{ path, kind: 'array', schema: core }, ...placesOf(core.element as z.ZodType, [...path, 0])]
    if (core instanceof z.ZodRecord || core instanceof z.ZodMap || core instanceof z.ZodSet)
      return [{ path, kind: 'record', schema: core }]
    const isAnything = core instanceof z.ZodUnknown || core instanceof z.ZodAny
    return [{ path, kind: isAnything ? 'anything' : 'value', schema: core }]
  })
}

/** A schema without its wrappers. A transformed schema counts as its input. */
function coresOf(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodPipe) {
    const { in: before, out } = schema.def
    return coresOf((before instanceof z.ZodTransform ? out : before) as z.ZodType)
  }
  if (schema instanceof z.ZodUnion) return (schema.def.options as readonly z.ZodType[]).flatMap(coresOf)
  if (schema instanceof z.ZodLazy) return coresOf(schema.unwrap() as z.ZodType)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodNonOptional
  )
    return coresOf(schema.unwrap() as z.ZodType)
  return [schema]
}

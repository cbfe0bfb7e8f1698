import { z } from 'zod'
import type { Operation } from './operation.ts'

/** Names that secrets have in answers: keys, signing secrets, passwords, and addresses that are enough to act. */
const secretName = /(?:secret|token|password|link|url|uri|key|codes)$/

/**
 * True if a response of the operation can contain a secret. Such a response is not compressed, because its length next
 * to chosen text would reveal the secret (BREACH).
 */
export function holdsSecret({ responses }: Operation<string>): boolean {
  return Object.values<z.ZodType | undefined>(responses).some(
    (schema) => schema !== undefined && hasSecret(schema, new Set()),
  )
}

function hasSecret(schema: unknown, seen: Set<unknown>): boolean {
  if (seen.has(schema)) return false
  seen.add(schema)
  const inside = (...schemas: readonly unknown[]) => schemas.some((each) => hasSecret(each, seen))
  if (schema instanceof z.ZodObject)
    return Object.keys(schema.shape).some((name) => secretName.test(name)) || inside(...Object.values(schema.shape))
  if (schema instanceof z.ZodArray) return inside(schema.element)
  if (schema instanceof z.ZodRecord) return inside(schema.valueType)
  if (schema instanceof z.ZodUnion) return inside(...schema.options)
  if (schema instanceof z.ZodIntersection) return inside(schema.def.left, schema.def.right)
  if (schema instanceof z.ZodPipe) return inside(schema.in, schema.out)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodLazy)
    return inside(schema.unwrap())
  return false
}

import { z } from 'zod'
import { line as lineOf } from '../../../fields/primitives.ts'

/** A blank box is nothing. */
export const orNothing = <S extends z.ZodType>(schema: S) =>
  z
    .preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullable())
    .optional()

export const line = orNothing(lineOf(255))

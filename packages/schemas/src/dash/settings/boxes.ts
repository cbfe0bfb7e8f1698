import { z } from 'zod'
import { text } from '../../fields/primitives.ts'

/** A blank box is nothing. */
export const orNothing = <S extends z.ZodType>(schema: S) =>
  z
    .preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullable())
    .optional()

export const line = orNothing(text(255))

export const Country = z.string().regex(/^[A-Z]{2}$/, { message: 'must be the two letters of a country, such as DE' })

import { z } from 'zod'
import { isCountry } from '../../../codes/codes.ts'
import { line as lineOf } from '../../../fields/primitives.ts'

/** A blank box is nothing. */
export const orNothing = <S extends z.ZodType>(schema: S) =>
  z
    .preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullable())
    .optional()

export const line = orNothing(lineOf(255))

export const Country = z.string().refine(isCountry, {
  params: { code: 'invalid_format' },
  message: 'must be the two letters of a country by ISO 3166, such as DE or GB',
})

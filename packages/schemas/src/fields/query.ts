import { z } from 'zod'
import { emailAddress, emailPattern } from './email-address.ts'
import { MomentInput } from './primitives.ts'

// Query values are strings. Each of these reads one type of value from a string.

export const wholeNumber = z
  .string()
  .regex(/^\d+$/, { message: 'must be a whole number', abort: true })
  .transform(Number)

/** A moment in a query, where an unescaped `+` arrives as a space. */
export const momentText = z
  .string()
  .transform((value) => value.replace(' ', '+'))
  .pipe(MomentInput)
  .meta({ type: 'string', format: 'date-time', example: '2026-03-14T09:26:53.589Z' })

export const moment = (description: string) => momentText.optional().meta({ description })

/** A boolean in a query: `true` or `false`. */
export const booleanText = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ type: 'boolean' })

/** The same, false when it is left out. */
export const booleanParam = booleanText.optional().meta({ type: 'boolean', default: false })

/** A JSON number in a query. */
export const numberText = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,10})?$/, { message: 'must be a number', abort: true })
  .transform(Number)
  .meta({ type: 'number', format: 'double' })

/** An email address in a query, in the one form in which they are compared. */
export const emailText = z
  .string()
  .transform((value) => value.trim())
  .pipe(emailAddress)
  .transform((value) => value.toLowerCase())
  .meta({ type: 'string', pattern: String.raw`^\s*${emailPattern.slice(1, -1)}\s*$` })

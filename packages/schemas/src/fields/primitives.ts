import { z } from 'zod'
import { toUri } from './to-uri.ts'

/** A record id: a positive integer that JavaScript can hold exactly. */
export const Id = z.int().min(1).meta({ format: 'int64', example: 42 })

const notAnId = 'must be a positive whole number'

/** An id in a path, where it arrives as text. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, { message: notAnId, abort: true })
  .transform(Number)
  .refine(Number.isSafeInteger, { message: notAnId, params: { code: 'invalid_format' } })
  .meta({ type: 'integer', format: 'int64', minimum: 1, description: 'The id of a record.', example: 42 })

/** A moment as the service answers it: UTC, milliseconds, `Z`. */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ format: 'date-time', pattern: undefined, example: '2026-03-14T09:26:53.589Z' })

/** The id of a record, in the record. */
export const readOnlyId = (noun: string) => Id.meta({ readOnly: true, description: `The id of the ${noun}.` })
export const CreatedAt = Timestamp.meta({ readOnly: true, description: 'When it was created.' })
export const Created = z.boolean().meta({ description: 'Whether the record is new.', example: true })
export const Success = z.literal(true).meta({ description: 'Always true: a failure has another status.' })
export const UpdatedAt = Timestamp.meta({
  readOnly: true,
  description: 'Moves with every change. No two changes in a workspace share one, and later changes have later ones.',
})

/** Text of at most `max` UTF-16 units. NUL and lone surrogates cannot be stored and are refused. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), {
      params: { code: 'invalid_characters' },
      message: 'must not contain NUL or unpaired surrogates',
    })
}

/** Text that is not blank. */
export function nonBlank(max: number) {
  return text(max)
    .refine((value) => value.trim() !== '', { params: { code: 'blank' }, message: 'must not be blank' })
    .meta({ minLength: 1, pattern: String.raw`\S` })
}

/**
 * An absolute http or https URL, as people write one: letters outside ASCII too. Decoded to the same as a URI
 * (RFC 3986), which is how it is answered.
 */
export function httpUrl(max: number) {
  return text(max)
    .refine((value) => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value), {
      params: { code: 'invalid_format' },
      message: 'must be an absolute http or https URL, such as https://example.com',
    })
    .transform(toUri)
    .refine((value) => value.length <= max, {
      params: { code: 'too_long' },
      message: `must be at most ${max} characters, with those outside ASCII encoded`,
    })
    .meta({ pattern: String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^\s\\]+$`, example: 'https://example.com' })
}

/** RFC 3339, where the zone can be left out: more than the format `date-time` allows. */
export const momentPattern = (signs: string) =>
  String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[${signs}]\d{2}:\d{2})?$`

/**
 * A moment as callers send it: RFC 3339, without a zone read as UTC. Decoded to the form in which it
 * is answered.
 */
export const MomentInput = z
  .string()
  .pipe(z.iso.datetime({ offset: true, local: true }))
  .transform((value) => new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`))
  .refine((value) => value.getUTCFullYear() >= 1 && value.getUTCFullYear() <= 9999, {
    params: { code: 'out_of_range' },
    message: 'must be in the years 0001 to 9999',
  })
  .transform((value) => value.toISOString())
  .meta({ pattern: momentPattern('+-'), example: '2026-03-14T09:26:53.589Z' })

/** An email address, kept as it is typed. */
export const emailAddress = text(254).pipe(z.email()).meta({ format: 'email', example: 'jane@example.com' })

import { z } from 'zod'
import { toUri } from './to-uri.ts'
import { unshownKey } from './unshown.ts'

/** A record id: a positive integer that JavaScript can hold exactly. */
export const Id = z.int().min(1).meta({ format: 'int64', example: 42 })

const notAnId = 'must be a positive whole number'

/** An id in a path, where it arrives as text. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, { message: notAnId, abort: true })
  .transform(Number)
  .refine(Number.isSafeInteger, { message: notAnId, params: { code: 'invalid_format' } })
  .meta({
    type: 'integer',
    format: 'int64',
    minimum: 1,
    description: 'ID of the record. IDs differ between live and test.',
    example: 42,
  })

/** A moment as the service answers it: UTC, milliseconds, `Z`. */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ format: 'date-time', pattern: undefined, example: '2026-03-14T09:26:53.589Z' })

/** The id of a record, in the record. */
export const readOnlyId = (noun: string) =>
  Id.meta({ readOnly: true, description: `ID of the ${noun}, set by the service. IDs differ between live and test.` })
export const CreatedAt = Timestamp.meta({ readOnly: true, description: 'Time of creation, set by the service.' })
export const Created = z
  .boolean()
  .meta({ description: '`true` if the record is new, `false` if an existing record was updated.', example: true })
export const Success = z.literal(true).meta({ description: 'Always `true`. A failure has another status.' })
export const UpdatedAt = Timestamp.meta({
  readOnly: true,
  description:
    'Time of the last change, set by the service. Each change in a workspace has its own time, and a later change always has a later time.',
})

/** The version of a record. The last field of its JSON, because the server reads it from there. */
export const Etag = z.string().meta({
  readOnly: true,
  description:
    'Version of the record, without the quotes of the `ETag` header. Each change gives the record another `etag`. Send it in `If-Match`, or as `if_match` in a bulk request, to write only if the record did not change.',
  example: 'Qm3xVa-0002f0a91c3b5e40',
})

const Tag = z.string().max(255)

const Tags = z.array(Tag).min(1).max(50)
const versions = 'must be an etag, "*", or an array of at most 50 etags'

/** The versions of a record that a write applies to. */
const Versions = z.union([Tag, Tags], { error: versions })

/** The same, or null for any version. OpenAPI 3.0 has null only next to a type. */
export const VersionsOrNull = z.union([Tag.nullable(), Tags], { error: `${versions}, or null` }).meta({
  anyOf: [
    { type: 'string', maxLength: 255, nullable: true },
    { type: 'array', items: { type: 'string', maxLength: 255 }, minItems: 1, maxItems: 50 },
  ],
})

/** The condition of an update or upsert. */
export const IfMatch = Versions.optional().meta({
  description:
    'Write the record only if its `etag` is this one, or one of these. `*` writes only if the record exists. Otherwise the result is 412 `precondition_failed`. Not stored. Use it in bulk requests, which ignore `If-Match`.',
  example: 'Qm3xVa-0002f0a91c3b5e40',
  [unshownKey]: true,
})

/** Text of at most `max` UTF-16 units. NUL and lone surrogates cannot be stored and are refused. */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), {
      params: { code: 'invalid_characters' },
      message: 'must not contain NUL or unpaired surrogates. Remove these characters',
    })
}

// Line breaks and other control characters end a header, a file name or a field of a file; bidirectional ones show a text
// in another order than it has.
const notOfOneLine = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u

/** True for a single line without control characters. */
export const isOneLine = (value: string) => !notOfOneLine.test(value)

export const oneLineMessage = 'must be a single line without control characters'

const oneLine = { params: { code: 'invalid_characters' }, message: oneLineMessage }

/** Text of a single line: a name, a title, a subject or a number, as headers, file names, XML and papers have it. */
export const line = (max: number) => text(max).refine(isOneLine, oneLine)

/** The same, and not blank. */
export const nonBlankLine = (max: number) => nonBlank(max).refine(isOneLine, oneLine)

/** Text that is not blank. */
export function nonBlank(max: number) {
  return text(max)
    .refine((value) => value.trim() !== '', { params: { code: 'blank' }, message: 'must not be blank' })
    .meta({ minLength: 1, pattern: String.raw`\S` })
}

/**
 * An absolute http or https URL, also with letters outside ASCII. It is decoded to the same URI (RFC 3986), which
 * responses contain.
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
    .meta({ format: 'uri', example: 'https://example.com' })
}

const leapSecond = /^\d{4}-\d\d-\d\dt\d\d:\d\d:60/i

/** In capitals, with seconds: what `z.iso.datetime` takes. */
const withSeconds = (text: string) => text.toUpperCase().replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?=Z|[+-]|$)/, '$1:00')

/**
 * A moment as callers send it: RFC 3339, and more than the format `date-time` of the OpenAPI document allows. Seconds
 * and the zone are optional; without a zone it is UTC. Decoded to the form of answers.
 */
export const MomentInput = z
  .string({ error: 'must be an RFC 3339 date-time such as 2026-03-14T09:26:53Z' })
  .refine((value) => !leapSecond.test(value), {
    params: { code: 'leap_second' },
    message: 'must not be a leap second. Seconds are 00 to 59',
    abort: true,
  })
  .transform(withSeconds)
  .pipe(z.iso.datetime({ offset: true, local: true }))
  .transform((value) => new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`))
  .refine((value) => value.getUTCFullYear() >= 1 && value.getUTCFullYear() <= 9999, {
    params: { code: 'out_of_range' },
    message: 'must be in the years 0001 to 9999',
  })
  .transform((value) => value.toISOString())
  .meta({ format: 'date-time', example: '2026-03-14T09:26:53.589Z' })

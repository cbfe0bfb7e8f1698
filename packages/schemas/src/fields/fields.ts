import { z } from 'zod'
import { emailAddress } from './email-address.ts'
import { Id, line, MomentInput, nonBlank, text, Timestamp } from './primitives.ts'
import type { CustomFieldResource } from './custom-field.ts'
import type { Pairs } from './metadata.ts'
import { mostAmount } from './money.ts'
import { namedEnum } from './named-enum.ts'
import { booleanText, emailText, momentText, numberText } from './query.ts'
import { someOf, someIds } from './several.ts'

/**
 * The type of a field: searchable text, text that is not searched (`plain`), a number, a calendar day, a boolean, a
 * date-time in ISO 8601, the ID of another record (checked), another ID, or an object of values by key (`map`). A write
 * merges a map by key: null removes a key, and null in place of the map removes all. A response has a map always.
 */
export type FieldKind = 'text' | 'plain' | 'number' | 'day' | 'flag' | 'timestamp' | 'reference' | 'uuid' | 'map'

type FilterValue = string | number | boolean

/** A writable field of a record: accepted values, returned values and the default. */
export interface Field<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: FieldKind
  readonly input: In
  readonly output: Out
  /** The value in a query, where a list is narrowed by it. */
  readonly query: z.ZodType<FilterValue | FilterValue[] | Pairs>
  /** Must be sent when a record is created. */
  readonly required: boolean
  /** The value of a record that was created without it. */
  readonly initial: string | boolean | null
  /** The resource that a `reference` points to. */
  readonly references?: string
  /** A list compares it in lower case. */
  readonly isCaseless?: boolean
  /** The keys that a `map` has at most. */
  readonly mostKeys?: number
  /** The resource whose custom fields are the keys of a `map`. */
  readonly definedFor?: CustomFieldResource
  /** The record's number: unique, never used again after a deletion, and given by the pattern of the workspace. */
  readonly isNumber?: boolean
}

export type Fields = Readonly<Record<string, Field>>

/** A member that follows from others, which the service sets itself: answered, and ignored in input. */
export interface Derived<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  readonly kind: FieldKind
  /** For one that can be sent as well: the service decides whether it takes a value. */
  readonly input?: In
  readonly output: Out
  /** The value in a query, where a list is narrowed by it. */
  readonly query?: Field['query']
  /** The resource whose ID it is, for `expand`. */
  readonly references?: string
  /** Fields that replace it in records older than this field. The first one with a value wins. */
  readonly fallback?: readonly string[]
}

export type Deriveds = Readonly<Record<string, Derived>>

/** The field's texts in the OpenAPI document. */
export interface About {
  readonly description?: string
  readonly example?: unknown
}

/** The same field with a description and an example for the OpenAPI document. */
export const about = <F extends Field>(field: F, words: About): F => ({
  ...field,
  input: field.input.meta({ ...words }),
  output: field.output.meta({ ...words }),
})

const optional = { required: false, initial: null } as const

/** Free text of at most `max` characters, null until sent. */
export const freeText = (max: number) =>
  ({ kind: 'text', input: text(max).nullable(), output: z.string().nullable(), query: text(max), ...optional }) as const

/** Free text on one line, null until sent. */
export const freeLine = (max: number) => formatted(line(max), z.string())

/** Text in a form of its own (an email address, a URL). */
export const formatted = <I extends z.ZodType<string>, O extends z.ZodType<string>>(input: I, output: O) =>
  ({ kind: 'text', input: input.nullable(), output: output.nullable(), query: z.string(), ...optional }) as const

/** An email address: kept as it is typed, compared in lower case. */
export const email = {
  ...formatted(emailAddress, z.string().meta({ format: 'email' })),
  query: emailText,
  isCaseless: true,
} as const

/** Text without which there is no record. */
export const requiredText = (max: number) =>
  ({
    kind: 'text',
    input: nonBlank(max),
    output: z.string(),
    query: text(max),
    required: true,
    initial: null,
  }) as const

const ownId = {
  description:
    'Your own ID of this record, at most 255 characters. Unique per resource and workspace. PUT finds the record by it, and compares it exactly.',
  example: 'crm-1042',
}

/** The caller's own id for a record: compared exactly, never trimmed. */
export const externalId = {
  ...optional,
  kind: 'plain',
  input: nonBlank(255).meta(ownId).nullable(),
  output: z.string().meta(ownId).nullable(),
  query: text(255),
} as const

/** The name of an enum's component in the OpenAPI document. */
interface EnumWords {
  /** `MatterStatus` */
  readonly name: string
  readonly description: string
}

/** One of a few values, null until sent. */
export function choice<const V extends readonly [string, ...string[]]>(values: V, { name, description }: EnumWords) {
  const one = namedEnum(name, values, description)
  const value = one.nullable()
  return { kind: 'plain', input: value, output: value, query: someOf(one), ...optional } as const
}

/** One of a few values, never null. */
export function state<const V extends readonly [string, ...string[]]>(
  values: V,
  initial: V[number],
  { name, description }: EnumWords,
) {
  const value = namedEnum(name, values, description)
  return { kind: 'plain', input: value, output: value, query: someOf(value), required: false, initial } as const
}

export function flag(initial: boolean) {
  const value = z.boolean().meta({ example: initial })
  return { kind: 'flag', input: value, output: value, query: booleanText, required: false, initial } as const
}

const Amount = z
  .number({ error: 'must be a number such as 1.5' })
  .min(0)
  .max(mostAmount)
  .meta({ format: 'double', example: 12.5 })

/** More decimal places than money or time have are what arithmetic in doubles leaves: `0.30000000000000004`. */
export const AmountInput = Amount.transform((value) => Number(value.toFixed(10))).meta({
  format: 'double',
  example: 12.5,
})

/** Hours or money: a JSON number from 0 to 1e12, kept to 10 decimal places. */
export const amount = {
  ...optional,
  kind: 'number',
  input: AmountInput.nullable(),
  output: Amount.nullable(),
  query: numberText,
} as const

/** For days and date-times alike. */
const yearsOfRecords = { params: { code: 'out_of_range' }, message: 'must be in the years 1900 to 2200' }

const CalendarDate = z.iso
  .date({ abort: true })
  .refine((value) => value >= '1900' && value < '2201', yearsOfRecords)
  .meta({ format: 'date', pattern: undefined, example: '2026-03-14' })

/** A day of the calendar, `YYYY-MM-DD`. */
export const calendarDate = {
  ...optional,
  kind: 'day',
  input: CalendarDate.nullable(),
  output: CalendarDate.nullable(),
  query: CalendarDate,
} as const

/** A moment; see `MomentInput` for what is accepted. */
export const moment = {
  ...optional,
  kind: 'timestamp',
  input: MomentInput.refine((value) => value >= '1900' && value < '2201', yearsOfRecords).nullable(),
  output: Timestamp.nullable(),
  query: momentText,
} as const

/** The id of a record of another resource in the same workspace. */
export const reference = (resource: string) =>
  ({
    kind: 'reference',
    input: Id.nullable(),
    output: Id.nullable(),
    query: someIds,
    references: resource,
    ...optional,
  }) as const

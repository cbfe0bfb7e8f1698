import { isEmailAddress, mostAmount, text as textOf } from '@matterbase/schemas'
import type { CustomFieldDefinition } from '@matterbase/schemas'
import type { Json } from '../records/record.ts'
import type { Option } from './definitions.ts'

/** A value in the form in which it is stored and returned, or why it was refused. Options are objects with their ID. */
type ReadValue = { readonly value: Json } | { readonly code: string; readonly message: string }

const mostText = 1_000
const mostLongText = 10_000
const mostUrl = 2_000
const mostEmail = 254

interface Reading extends Pick<CustomFieldDefinition, 'options'> {
  /** True for an option that counts although it is archived. */
  readonly isKept: (id: number) => boolean
}

type Read = (value: unknown, reading: Reading) => ReadValue

const refuse = (message: string, code = 'invalid_type'): ReadValue => ({ code, message })

/** Reads a value that was sent for a custom field. Null, a blank string and an empty list clear the field. */
export function readValue(
  { type, options }: Pick<CustomFieldDefinition, 'type' | 'options'>,
  value: unknown,
  isKept: Reading['isKept'],
): ReadValue {
  return isNothing(value) ? { value: null } : readers[type](value, { options, isKept })
}

/** For a record that has a value already: it keeps options that were archived since. */
export function keptOptions(before: Json | undefined): Reading['isKept'] {
  const ids = [before].flat().map(idOf)
  return (id) => ids.includes(id)
}

const isNothing = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)

const string = (most: number): Read => {
  const schema = textOf(most)
  return (value) => {
    if (typeof value !== 'string') return refuse('must be a string')
    if (value.length > most) return refuse(`must be at most ${most.toLocaleString('en')} characters`, 'too_long')
    if (!schema.safeParse(value).success)
      return refuse('must not contain NUL or unpaired surrogates. Remove these characters', 'invalid_characters')
    return { value }
  }
}

const text = string(mostText)
const longText = string(mostLongText)
const shortUrl = string(mostUrl)
const shortEmail = string(mostEmail)

const mostPlaces = 10

function decimalPlaces(value: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}

const number: Read = (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('must be a number such as 1.5')
  if (Math.abs(value) > mostAmount)
    return refuse('must be between -1,000,000,000,000 and 1,000,000,000,000', 'out_of_range')
  // PostgreSQL keeps the digits of the JSON text. More of them than a double has would be stored as another number.
  return decimalPlaces(value) > mostPlaces
    ? refuse(`must have at most ${mostPlaces} decimal places`, 'out_of_range')
    : { value }
}

const date: Read = (value) => {
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  if (!isDay) return refuse('must be a date such as 2026-12-14', 'invalid_format')
  const day = new Date(`${value}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value)
    return refuse('must be a day of the calendar, such as 2026-12-14', 'invalid_format')
  return value >= '1900' && value < '2201' ? { value } : refuse('must be in the years 1900 to 2200', 'out_of_range')
}

const boolean: Read = (value) => (typeof value === 'boolean' ? { value } : refuse('must be true or false'))

const url: Read = (value, reading) => {
  const read = shortUrl(value, reading)
  if ('code' in read || typeof value !== 'string') return read
  return /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value)
    ? { value }
    : refuse('must be an absolute http or https URL, such as https://example.com', 'invalid_format')
}

const email: Read = (value, reading) => {
  const read = shortEmail(value, reading)
  if ('code' in read || typeof value !== 'string') return read
  return isEmailAddress(value.trim())
    ? { value: value.trim() }
    : refuse('must be an email address such as name@example.com', 'invalid_format')
}

/** The `id` of an object, else the value. */
const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value

const matter: Read = (value) => {
  const id = idOf(value)
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0
    ? { value: id }
    : refuse('must be the ID of a matter')
}

const user: Read = (value) => {
  const id = idOf(value)
  return typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
    ? { value: id.toLowerCase() }
    : refuse('must be the ID of a member, a UUID')
}

/**
 * The option that a value names: by its ID as a number, also as `{id}`, or by its exact label. A string that is not a label is
 * read as an ID, as it is in a parameter. The archived one of two options with one label comes second.
 */
function optionOf(value: unknown, { options, isKept }: Reading): Option | undefined {
  const named = idOf(value)
  const all = options ?? []
  const isTaken = (option: Option | undefined) => option !== undefined && (!option.archived || isKept(option.id))
  const byId = (id: number) => all.find((option) => option.id === id && isTaken(option))
  if (typeof named === 'number') return byId(named)
  if (typeof named !== 'string') return undefined
  const labelled = all.filter(({ label }) => label === named)
  // The label of an archived option never means the option whose ID it is.
  if (labelled.length === 0) return /^[1-9]\d{0,14}$/.test(named) ? byId(Number(named)) : undefined
  return labelled.find(({ archived }) => !archived) ?? labelled.find(isTaken)
}

const notAnOption = (options: readonly Option[] | null) => {
  const names = (options ?? []).filter(({ archived }) => !archived).map(({ id, label }) => `${id} (${label})`)
  const more = names.length > 10 ? `, … (${names.length} in all)` : ''
  return refuse(
    `must be the ID or the exact label of an option: ${names.slice(0, 10).join(', ')}${more}`,
    'invalid_value',
  )
}

const select: Read = (value, reading) => {
  const option = optionOf(value, reading)
  return option ? { value: { id: option.id } } : notAnOption(reading.options)
}

const multiSelect: Read = (value, reading) => {
  if (!Array.isArray(value)) return refuse('must be a list of options')
  const found = value.map((one) => optionOf(one, reading)?.id)
  const ids = found.filter((id) => id !== undefined)
  return ids.length === found.length
    ? { value: Array.from(new Set(ids), (id) => ({ id })) }
    : notAnOption(reading.options)
}

const readers: Readonly<Record<CustomFieldDefinition['type'], Read>> = {
  text,
  long_text: longText,
  number,
  money: number,
  date,
  boolean,
  select,
  multi_select: multiSelect,
  url,
  email,
  matter,
  user,
}

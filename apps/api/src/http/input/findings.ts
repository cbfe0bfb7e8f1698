import type { z } from 'zod'
import { mostDetails } from '../errors/api-error.ts'
import { shortened } from './unknown-names.ts'
import type { Findings } from '../errors/api-error.ts'

/** Translates the issues of zod into messages for the caller. */
export function findingsOf({ issues }: z.ZodError, value: unknown): Findings {
  const listing = new Map<string, string>()
  const details = issues.slice(0, mostDetails).map((issue) => {
    const given = issue.path.reduce<unknown>(
      (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
      value,
    )
    const field = fieldName(issue.path)
    return { field, ...finding(issue, given, (values) => firstWith(listing, values, field)) }
  })
  return { details, omitted: issues.length - details.length }
}

// The events of an endpoint are long enough to repeat for each wrong one of them.
const mostRepeatedChars = 500

/** The field whose message lists the same long values. Undefined for the first one. */
function firstWith(listing: Map<string, string>, values: string, field: string): string | undefined {
  const first = listing.get(values)
  if (first === undefined && values.length > mostRepeatedChars) listing.set(values, field)
  return first
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name ? `${name}.${String(key)}` : String(key)),
    '',
  )
}

function finding(
  issue: z.core.$ZodIssue,
  given: unknown,
  firstOf: (values: string) => string | undefined,
): { code: string; message: string } {
  if (issue.code === 'custom') return { code: codeOf(issue.params), message: issue.message }
  if (given === undefined) return { code: 'required', message: 'is required' }
  if (given === null) return { code: 'not_nullable', message: 'must not be null' }
  switch (issue.code) {
    case 'invalid_type':
      return {
        code: 'invalid_type',
        message: `${said(issue) ?? `must be ${article(issue.expected)}`}, not ${described(given, issue.expected)}`,
      }
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value)).join(', ')
      const first = firstOf(values)
      const allowed =
        first === undefined ? `must be one of: ${values}` : `must be one of the values listed for ${first}`
      return { code: 'invalid_value', message: allowed + sentValue(given) }
    }
    case 'too_big':
      if (issue.origin === 'string')
        return { code: 'too_long', message: `must be at most ${issue.maximum} characters long` }
      return issue.origin === 'array'
        ? { code: 'too_long', message: `must have at most ${issue.maximum} items` }
        : { code: 'out_of_range', message: `must be at most ${issue.maximum}` }
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) === 1
          ? { code: 'blank', message: 'must not be blank' }
          : { code: 'too_short', message: `must be at least ${issue.minimum} characters long` }
      return issue.origin === 'array'
        ? {
            code: 'too_short',
            message: `must have at least ${issue.minimum} ${Number(issue.minimum) === 1 ? 'item' : 'items'}`,
          }
        : { code: 'out_of_range', message: `must be at least ${issue.minimum}` }
    case 'invalid_format':
      return { code: 'invalid_format', message: formats[issue.format] ?? issue.message }
    default:
      return { code: 'invalid_value', message: issue.message }
  }
}

/** The sent value, shortened. */
const sentValue = (given: unknown) =>
  typeof given === 'object' ? '' : `; not ${JSON.stringify(typeof given === 'string' ? shortened(given) : given)}`

const formats: Partial<Record<string, string>> = {
  datetime: 'must be an RFC 3339 date-time such as 2026-03-14T09:26:53Z',
  date: 'must be a date of the calendar such as 2026-03-14',
  email: 'must be an email address such as name@example.com',
}

const article = (type: string) => (type === 'int' ? 'a whole number' : /^[aio]/.test(type) ? `an ${type}` : `a ${type}`)

/** The message of the schema, if it has one: `must be a number such as 12.5`. */
const said = ({ message }: z.core.$ZodIssue) => (message.startsWith('must') ? message : undefined)

function described(value: unknown, expected: string): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number' && Number.isFinite(value) && expected === 'int') return String(value)
  if (Number.isNaN(value)) return 'a number with more digits than a double can hold'
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number beyond what a double can hold'
  return article(typeof value)
}

const codeOf = (params: Record<string, unknown> | undefined) =>
  typeof params?.['code'] === 'string' ? params['code'] : 'invalid_value'

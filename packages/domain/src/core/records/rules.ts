import { mostAmount } from '@matterbase/schemas'
import type { ErrorDetail, Fields, Rules } from '@matterbase/schemas'
import { mapFields, tooLargeMaps } from './map-values.ts'
import type { Values } from './record.ts'

type Value = Values[string] | undefined

/** The broken rules of a whole record, for stored and sent fields alike. */
export function brokenRules(record: Values, before: Values | undefined, fields: Fields, rules: Rules): ErrorDetail[] {
  const { ordered = [], needs = [], someOf = [], fixed = [] } = rules
  const required = Object.keys(fields)
    .filter((name) => before === undefined && fields[name]?.required && record[name] === null)
    .map((field) => ({ field, code: 'required', message: 'is required' }))
  const outOfOrder = ordered
    .filter(([first, second]) => isLess(record[second], record[first]))
    .map(([first, second]) => ({
      field: second,
      code: 'out_of_order',
      message: `must not be ${isTime(fields[second]) ? 'before' : 'less than'} ${first}`,
    }))
  const alone = needs
    .filter(([name, other]) => isSet(record[name]) && !isSet(record[other]))
    .map(([field, other]) => ({ field, code: 'needs_another', message: `cannot be set without ${other}. Send both` }))
  const [first] = someOf
  // A record of an earlier version that has none of them can still be changed.
  const isEmpty = !hasOne(record, someOf) && (before === undefined || hasOne(before, someOf))
  const nothing =
    isEmpty && first !== undefined
      ? [{ field: first, code: 'required', message: `at least one of ${someOf.join(', ')} is required` }]
      : []
  const changed = fixed
    .filter((name) => before !== undefined && record[name] !== before[name])
    .map((field) => ({ field, code: 'read_only', message: 'cannot change after creation. Leave it out' }))
  return [
    ...required,
    ...outOfOrder,
    ...alone,
    ...nothing,
    ...changed,
    ...tooLargeMaps(record, mapFields(fields), fields),
  ]
}

const hasOne = (record: Values, names: readonly string[]) => names.some((name) => isSet(record[name]))

/**
 * The products of a record that are more than an amount can be. One that was so before stays, so that a record from an
 * earlier version can still be changed.
 */
export function tooLargeProducts(record: Values, before: Values | undefined, { products = [] }: Rules): ErrorDetail[] {
  return products
    .filter((pair) => productOf(record, pair) > Math.max(mostAmount, productOf(before, pair)))
    .map(([one, other]) => ({
      field: other,
      code: 'out_of_range',
      message: `times ${one} must be at most ${mostAmount}`,
    }))
}

const productOf = (values: Values | undefined, [one, other]: readonly [string, string]) =>
  Number(values?.[one] ?? 0) * Number(values?.[other] ?? 0)

const isTime = (field: Fields[string] | undefined) => field?.kind === 'day' || field?.kind === 'timestamp'

function isSet(value: Value): boolean {
  return value !== null && value !== undefined && (typeof value !== 'string' || value.trim() !== '')
}

function isLess(a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b
  return typeof a === 'string' && typeof b === 'string' && a < b
}

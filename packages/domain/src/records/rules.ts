import type { ErrorDetail, Fields, Rules } from '@matterbase/schemas'
import type { Values } from './record.ts'

type Value = Values[string] | undefined

/** What is wrong with a whole record, however its members came together. */
export function brokenRules(record: Values, isNew: boolean, fields: Fields, rules: Rules): ErrorDetail[] {
  const { ordered = [], needs = [], someOf = [] } = rules
  const required = Object.keys(fields)
    .filter((name) => isNew && fields[name]?.required && record[name] === null)
    .map((field) => ({ field, code: 'required', message: 'is required' }))
  const outOfOrder = ordered
    .filter(([first, second]) => isLess(record[second], record[first]))
    .map(([first, second]) => ({ field: second, code: 'out_of_order', message: `must not be less than ${first}` }))
  const alone = needs
    .filter(([name, other]) => isSet(record[name]) && !isSet(record[other]))
    .map(([field, other]) => ({ field, code: 'needs_another', message: `cannot be set without ${other}` }))
  const [first] = someOf
  const isEmpty = isNew && first !== undefined && !someOf.some((name) => isSet(record[name]))
  const nothing = isEmpty
    ? [{ field: first, code: 'required', message: `at least one of ${someOf.join(', ')} is required` }]
    : []
  return [...required, ...outOfOrder, ...alone, ...nothing]
}

function isSet(value: Value): boolean {
  return value !== null && value !== undefined && (typeof value !== 'string' || value.trim() !== '')
}

function isLess(a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b
  return typeof a === 'string' && typeof b === 'string' && a < b
}

import { CallError } from '../../api/call-error.ts'

/** Digits, in groups of three or not, and a fraction after a point or comma. */
const shapes = [
  /^(?<whole>\d+)(?:[.,](?<part>\d+))?$/,
  /^(?<whole>\d{1,3}(?:,\d{3})+)(?:\.(?<part>\d+))?$/,
  /^(?<whole>\d{1,3}(?:\.\d{3})+)(?:,(?<part>\d+))?$/,
  /^(?<whole>\d{1,3}(?:[ '’\u00A0\u202F]\d{3})+)(?:[.,](?<part>\d+))?$/,
]

/** `1,234`: in some places a thousand and more, in others little more than one. A lone point is always that of a fraction. */
const ambiguous = /^(?<whole>[1-9]\d{0,2}),(?<part>\d{3})$/

/** What is wrong with a text as a number; undefined where it is one, or empty. */
function problemWith(text: string): string | undefined {
  const { whole, part } = ambiguous.exec(text)?.groups ?? {}
  if (whole !== undefined) return `${text} can be read in two ways: write ${whole}${part} or ${whole}.${part}`
  return text === '' || shapes.some((shape) => shape.test(text))
    ? undefined
    : 'Must be a number, such as 1234.50 or 1.234,50'
}

/** What was typed as digits with a point, `1.234,50` → `1234.50`; undefined where it is no number. */
export function readNumber(typed: string): string | undefined {
  const text = typed.trim()
  if (problemWith(text) !== undefined) return undefined
  const { whole, part } = shapes.map((shape) => shape.exec(text)?.groups).find((groups) => groups) ?? {}
  if (whole === undefined) return undefined
  const digits = whole.replaceAll(/\D/g, '')
  return part === undefined ? digits : `${digits}.${part}`
}

/**
 * A number from a box, as people write it: `1234.5`, `1.234,50`, `1,234.50`, `1 234,50`. Empty is null.
 * @throws {CallError} with what is wrong at `field`, as the server would say it.
 */
export function numberAsTyped(typed: string, field = 'number'): number | null {
  const message = problemWith(typed.trim())
  if (message !== undefined)
    throw new CallError(400, { error: message, details: [{ field, code: 'invalid_number', message }] }, null)
  const text = readNumber(typed)
  return text === undefined ? null : Number(text)
}

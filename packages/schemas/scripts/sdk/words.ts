import type { Json } from '../schema-changes.ts'

/** The operations of an HTTP client, in the words of the SDK. */
const terms: readonly (readonly [RegExp, string])[] = [
  [/`GET \/me`/g, '`mb.me()`'],
  [/`GET \/(\w+)\/\{id\}`/g, '`mb.$1.get`'],
  [/\bPUT\b/g, '`upsert`'],
  [/the response to a POST, see `WrittenLead`/g, 'the result of a `create`, see `CapturedLead`'],
  [/`X-Ignored-Fields`/g, '`ignoredFields`'],
  [/, from `X-Workspace-Epoch`/g, ', from a checkpoint'],
  [/the response is 410 `sync_reset`/g, 'the call throws a `SyncResetError`'],
  [/(Secret that signs the deliveries)\./g, '$1, for `constructEvent`.'],
  [/Separate several values with commas, at most (\d+)\./g, 'An array of up to $1 values matches any of them.'],
  [/Repeat the parameter for several, at most (\d+)\./g, 'An array of up to $1 values matches any of them.'],
  [/`(\w+)\[(\w+)\]=([^`]+)`/g, "`$1: { $2: '$3' }`"],
  [/ Only with `expand=\w+`\./g, ''],
  [/ For example `[^`]*`\./g, ''],
  [/, set by the service\b/g, ''],
]

const inSdk = (text: string) => terms.reduce((changed, [pattern, words]) => changed.replaceAll(pattern, words), text)

/** The description of a field that the server returns. */
export const returnedWords = ({ description, format }: Json) =>
  sentences(inSdk(text(description)), format === 'date-time' ? 'ISO 8601, UTC, with milliseconds.' : '')

/** The description of a field or parameter that the caller sends, with its limits. */
export function sentWords(schema: Json): string {
  const words = inSdk(text(schema['description']))
  return sentences(words, lengthOf(schema, words), numberOf(schema), dateOf(schema))
}

function lengthOf({ maxLength, minLength }: Json, words: string): string {
  if (typeof maxLength !== 'number' || /at most [\d,]+ characters/.test(words)) return ''
  return `At most ${maxLength.toLocaleString('en')} characters${minLength === 1 ? ', not blank' : ''}.`
}

const numberOf = ({ type, minimum }: Json) => (type === 'number' && minimum === 0 ? '0 or more.' : '')

function dateOf({ format }: Json): string {
  if (format === 'date') return 'A string, or a Date at 00:00 UTC.'
  if (format !== 'date-time') return ''
  return `A Date, or a string such as \`2026-03-14T09:26:53Z\`. Without a time zone it is UTC, and a plain date means 00:00.`
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const sentences = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' ')

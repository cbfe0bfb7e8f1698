import { z } from 'zod'
import { isOneLine, text } from './primitives.ts'

const mostKeys = 50
const mostKeyChars = 40
const mostValueChars = 500
/** A request can remove all keys and set as many others. */
const mostSent = 2 * mostKeys

/** The pairs of a request. Null removes the key. */
type SentPairs = Readonly<Record<string, string | null>>

/** The pairs that a list is narrowed by. */
export type Pairs = Readonly<Record<string, string>>

interface Problem {
  readonly key?: string
  readonly code: string
  readonly message: string
}

/** The code by which zod knows problems that are not its own. */
const ownProblem = 'custom'

const Value = text(mostValueChars)

function* problemsOf(value: unknown, most: number, isRemovable: boolean): Generator<Problem> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = isRemovable
      ? `must be an object of strings, not ${nameOf(value)}`
      : 'needs a key, such as metadata[erp_id]=A-2041'
    yield { code: 'invalid_type', message }
    return
  }
  const count = Object.keys(value).length
  if (count > most) {
    yield { code: 'too_long', message: `has ${count} keys. Send at most ${most} in one request` }
    return
  }
  for (const [key, given] of Object.entries(value)) yield* problemsOfPair(key, given, isRemovable)
}

function* problemsOfPair(key: string, value: unknown, isRemovable: boolean): Generator<Problem> {
  const wrong = keyProblem(key)
  if (wrong !== undefined) yield { key, code: 'invalid_format', message: wrong }
  else if (value === null && isRemovable) return
  else if (typeof value !== 'string')
    yield { key, code: 'invalid_type', message: `must be a string, not ${nameOf(value)}` }
  else {
    const { error } = Value.safeParse(value)
    if (value.length > mostValueChars)
      yield { key, code: 'too_long', message: `must be at most ${mostValueChars} characters long` }
    else if (error) yield { key, code: 'invalid_characters', message: error.issues[0]?.message ?? '' }
  }
}

function keyProblem(key: string): string | undefined {
  if (key === '' || key.length > mostKeyChars) return `has a key of ${key.length} characters. Use 1 to ${mostKeyChars}`
  if (/[[\]]/.test(key) || !isOneLine(key) || !key.isWellFormed())
    return 'has a key with square brackets, control characters or unpaired surrogates. Remove these characters'
  // Programs that copy keys one by one would change the prototype of their object.
  return key === '__proto__' ? 'has the key __proto__, which is reserved. Use another key' : undefined
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

interface Allowed {
  /** Keys in one request. */
  readonly most: number
  /** True if null and an empty string remove a key. */
  readonly isRemovable: boolean
}

const pairs = <T extends SentPairs>({ most, isRemovable }: Allowed) =>
  z.custom<T>().transform((value, context): T => {
    const problems = [...problemsOf(value, most, isRemovable)]
    for (const { key, code, message } of problems)
      context.issues.push({
        code: ownProblem,
        input: value,
        path: key === undefined ? [] : [key.slice(0, mostKeyChars).toWellFormed()],
        params: { code },
        message,
      })
    return value
  })

const sentPairs = (most: number) =>
  pairs<SentPairs>({ most, isRemovable: true })
    .transform((sent): SentPairs =>
      Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, value === '' ? null : value])),
    )
    .meta({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: mostValueChars, nullable: true },
      maxProperties: most,
    })

const Query = pairs<Pairs>({ most: mostKeys, isRemovable: false }).refine(
  (wanted) => Object.values(wanted).every((value) => value !== ''),
  { params: { code: 'blank' }, message: 'needs a value for each key, because no record has an empty one' },
)

const example = { erp_id: 'A-2041' }

/** Text values under keys of the caller's own, for programs. A write merges them by key. */
export const metadata = {
  kind: 'map',
  mostKeys,
  input: sentPairs(mostSent)
    .nullable()
    .meta({
      nullable: true,
      description: `Your own values by key, for programs. At most ${mostKeys} keys of 1 to ${mostKeyChars} characters without square brackets, with strings of at most ${mostValueChars} characters. Keys that you leave out keep their values. \`null\` or an empty string removes a key, and \`metadata: null\` removes all.`,
      example,
    }),
  output: z.record(z.string(), z.string()).meta({
    description:
      'Your own values by key, for programs. `{}` without any. Search, invoices and pages for clients do not show them.',
    example,
  }),
  query: Query.meta({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: mostValueChars },
    param: { style: 'deepObject', explode: true },
    example,
  }),
  required: false,
  initial: null,
} as const

/** The same of a lead, which is completed and never changed: null and an empty string mean no value. */
export const leadMetadata = {
  input: sentPairs(mostKeys)
    .nullable()
    .meta({
      nullable: true,
      description: `Your own values by key, for programs. At most ${mostKeys} keys of 1 to ${mostKeyChars} characters without square brackets, with strings of at most ${mostValueChars} characters. For a known email, only keys that the lead does not have are added, up to ${mostKeys}.`,
      example,
    }),
  output: metadata.output,
} as const

/** The keys that metadata has at most. */
export const mostMetadataKeys = mostKeys

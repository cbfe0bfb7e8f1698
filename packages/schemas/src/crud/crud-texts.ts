import { mostAmount } from '../fields/money.ts'
interface Described {
  readonly noun: string
  readonly fields: Readonly<
    Record<string, { readonly initial: unknown; readonly required: boolean; readonly kind: string }>
  >
  readonly rules?: Rules | undefined
  readonly isReferenced: boolean
}

/** Rules across several fields of a record, checked for the fields of any request. */
export interface Rules {
  /** Pairs of which the second must not be less than the first, where both are set. */
  readonly ordered?: readonly (readonly [string, string])[]
  /** Pairs of which the first cannot be set without the second. */
  readonly needs?: readonly (readonly [string, string])[]
  /** Pairs whose product is an amount too. */
  readonly products?: readonly (readonly [string, string])[]
  /** At least one of these must be set when a record is created. */
  readonly someOf?: readonly string[]
  /** Fields that keep the value of the creation. */
  readonly fixed?: readonly string[]
  /** Fixed fields of which at most so many records have the same values. */
  readonly most?: { readonly fields: readonly string[]; readonly count: number }
  /** A fixed field that an upsert never changes: its `external_id` belongs to a record with another value. */
  readonly ofKind?: string
}

/** The OpenAPI texts of the operations of an ordinary resource. */
export function crudTexts({ noun, fields, rules = {}, isReferenced }: Described) {
  const many = pluralOf(noun)
  const one = oneOf(noun)
  const always = holdsAlways(fields, rules)
  return {
    record: sentenceCase(one),
    upserted: `${sentenceCase(one)} to create, or to update if its \`external_id\` exists.`,
    changes: `Fields of the ${noun} to change.`,
    page: `One page of ${pluralOf(noun)}.`,
    list: {
      summary: `List ${many}`,
      description: `Returns one page of the ${many} of the workspace, ordered by \`id\`. With \`updated_since\`, returns only the ${many} that changed since then, oldest change first.`,
    },
    create: {
      summary: `Create ${one}`,
      description: sentences(`Creates ${one} and returns it. ${needsOnCreate(fields, rules)}`, always),
    },
    upsert: {
      summary: `Create or update ${one} by external_id`,
      description: sentences(
        `Updates the ${noun} with this \`external_id\`, or creates one. Fields that you leave out keep their values. ${needsOnCreate(fields, rules, 'For a new record, send')} You can repeat the call safely.`,
        always,
      ),
    },
    get: { summary: `Get ${one}`, description: `Returns the ${noun} with this ID.` },
    update: {
      summary: `Update ${one}`,
      description: sentences(
        'Changes only the fields that you send. `null` clears an optional field.',
        keepsOne(rules),
        always,
      ),
    },
    delete: {
      summary: `Delete ${one}`,
      description: sentences(
        `Deletes the ${noun} permanently. You can use its \`external_id\` again.`,
        isReferenced
          ? `If other records refer to the ${noun}, the response is 409 \`has_dependents\`. \`force=true\` unlinks them first. A ${noun} with a signed document, or on an invoice, payment or credit note, cannot be deleted.`
          : '',
      ),
    },
  }
}

/** `time entry` → `time entries`. */
export const pluralOf = (noun: string) => `${noun}s`.replace(/ys$/, 'ies')

/** `expense` → `an expense`. */
export const oneOf = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

/** `time entries` → `Time entries`. */
export const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function needsOnCreate(fields: Described['fields'], { someOf = [] }: Rules, lead = 'Send'): string {
  const required = Object.keys(fields).filter((name) => fields[name]?.required)
  const all = required.length > 0 ? [list(required, 'and')] : []
  const some = someOf.length > 0 ? [`at least one of ${list(someOf, 'or')}`] : []
  const needed = [...all, ...some].join(' and ')
  return needed === '' ? 'All fields are optional.' : `${lead} ${needed}.`
}

function holdsAlways(
  fields: Described['fields'],
  { ordered = [], needs = [], products = [], fixed = [], most }: Rules,
): string {
  const isTime = (name: string) => fields[name]?.kind === 'day' || fields[name]?.kind === 'timestamp'
  return sentences(
    ...ordered.map(
      ([first, second]) => `\`${second}\` must not be ${isTime(second) ? 'before' : 'less than'} \`${first}\`.`,
    ),
    ...needs.map(([name, other]) => `\`${name}\` cannot be set without \`${other}\`.`),
    ...products.map(([one, other]) => `\`${one}\` times \`${other}\` is at most ${mostAmount.toLocaleString('en')}.`),
    fixed.length > 0 ? `${list(fixed, 'and')} cannot change after creation.` : '',
    most
      ? `At most ${most.count} records have the same ${list(most.fields, 'and')}. Otherwise the response is 409 \`limit_reached\`.`
      : '',
  )
}

const keepsOne = ({ someOf = [] }: Rules) =>
  someOf.length > 0 ? `At least one of ${list(someOf, 'or')} must keep a value.` : ''

function list(names: readonly string[], word: 'and' | 'or'): string {
  const quoted = names.map((name) => `\`${name}\``)
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} ${word} ${quoted.at(-1)}` : quoted.join('')
}

const sentences = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' ')

export const writtenText = (noun: string, read: string) =>
  `${sentenceCase(oneOf(noun))} in the response to a write. An API key with the scope \`${read}\` gets the whole record. An API key without it gets \`id\`, \`external_id\`, \`created_at\`, \`updated_at\` and the fields that it sent; all other fields are null.`

export const deletedText = (noun: string) =>
  `A deleted ${noun}, returned with \`include_deleted=true\` only. It has \`id\`, \`external_id\`, \`deleted_at\` and \`updated_at\`. The other fields are declared so that generated code can read all items of a list alike; they are never sent.`

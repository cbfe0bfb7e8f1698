interface Described {
  readonly noun: string
  readonly fields: Readonly<Record<string, { readonly initial: unknown; readonly required: boolean }>>
  readonly rules?: Rules | undefined
  readonly isReferenced: boolean
}

/** What must hold across the members of a record, whichever of them a request sends. */
export interface Rules {
  /** Pairs of which the second must not be less than the first, where both are set. */
  readonly ordered?: readonly (readonly [string, string])[]
  /** Pairs of which the first cannot be set without the second. */
  readonly needs?: readonly (readonly [string, string])[]
  /** At least one of these must be set when a record is created. */
  readonly someOf?: readonly string[]
}

/** What the OpenAPI document says about the operations of an ordinary resource. */
export function crudTexts({ noun, fields, rules = {}, isReferenced }: Described) {
  const many = pluralOf(noun)
  const one = oneOf(noun)
  const always = holdsAlways(rules)
  return {
    record: sentenceCase(one),
    upserted: `${sentenceCase(one)} to create, or to update where its \`external_id\` is known.`,
    changes: `What to change of ${one}.`,
    list: {
      summary: `List ${many}`,
      description: `One page of the ${many} of the workspace, by \`id\`. With \`updated_since\`, those that changed since, oldest change first.`,
    },
    create: {
      summary: `Create ${one}`,
      description: sentences(`Creates ${one} and answers it; ${needsOnCreate(fields, rules)} must be sent.`, always),
    },
    upsert: {
      summary: `Create or update ${one} by external_id`,
      description: sentences(
        `Updates the ${noun} that has this \`external_id\`, leaving absent fields as they are, or creates one; then ${needsOnCreate(fields, rules)} must be sent. Repeating the call changes nothing.`,
        always,
      ),
    },
    get: { summary: `Get ${one}`, description: `One ${noun}, by its id.` },
    update: {
      summary: `Update ${one}`,
      description: sentences('Changes the fields that are sent. `null` clears an optional one.', always),
    },
    delete: {
      summary: `Delete ${one}`,
      description: sentences(
        `Deletes the ${noun} for good; its \`external_id\` can be used again.`,
        isReferenced ? 'One that other records refer to is not deleted, unless `force=true` unlinks them first.' : '',
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

function needsOnCreate(fields: Described['fields'], { someOf = [] }: Rules): string {
  const required = Object.keys(fields).filter((name) => fields[name]?.required)
  const all = required.length > 0 ? [list(required, 'and')] : []
  const some = someOf.length > 0 ? [`at least one of ${list(someOf, 'or')}`] : []
  return [...all, ...some].join(' and ') || 'nothing'
}

function holdsAlways({ ordered = [], needs = [] }: Rules): string {
  return sentences(
    ...ordered.map(([first, second]) => `\`${second}\` must not be less than \`${first}\`.`),
    ...needs.map(([name, other]) => `\`${name}\` cannot be set without \`${other}\`.`),
  )
}

function list(names: readonly string[], word: 'and' | 'or'): string {
  const quoted = names.map((name) => `\`${name}\``)
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} ${word} ${quoted.at(-1)}` : quoted.join('')
}

const sentences = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' ')

export const deletedText = (noun: string) =>
  `What is left of a deleted ${noun}: \`id\`, \`external_id\`, \`deleted_at\` and \`updated_at\`, with \`include_deleted=true\` only. The other fields are declared so that all items of a list can be read alike; they are never sent.`

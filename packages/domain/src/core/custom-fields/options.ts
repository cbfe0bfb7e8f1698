import { hasOptions } from '@matterbase/schemas'
import type { CustomFieldType } from '@matterbase/schemas'
import { invalid } from '../verbs/refused.ts'
import type { Option } from './definitions.ts'

/** An option as a request names it. Without an ID it is new. */
export interface OptionInput {
  readonly id?: number | undefined
  readonly label: string
  readonly archived?: boolean | undefined
}

/**
 * The options of a field after a request. An option that the request leaves out is archived, because records may have
 * it.
 *
 * @throws RefusedError validation_failed.
 */
export function optionsAfter(
  type: CustomFieldType,
  stored: readonly Option[] | null,
  sent: readonly OptionInput[] | undefined,
): readonly Option[] | null {
  if (!hasOptions(type)) {
    if (sent && sent.length > 0)
      throw invalid('options', 'invalid_value', 'only fields of the types select and multi_select have options')
    return null
  }
  const before = stored ?? []
  if (sent === undefined && stored) return stored
  const given = sent ?? []
  if (given.length === 0) throw invalid('options', 'required', 'must contain at least one option')
  const newIds = idsOfNew(given, before)
  const options = given.map(({ id, label, archived = false }, at): Option => {
    if (id !== undefined && !before.some((option) => option.id === id))
      throw invalid(`options[${at}].id`, 'not_found', 'is not an option of this field. Leave it out for a new option')
    return { id: id ?? newIds.get(at) ?? 0, label: label.trim(), archived }
  })
  requireDistinct(options)
  const missing = before.filter(({ id }) => !options.some((option) => option.id === id))
  const all = [...options, ...missing.map((option) => ({ ...option, archived: true }))]
  requireOwnNumbers(options, all, before)
  return all
}

/** The number that is the whole label, if it can be an ID. */
const numberIn = (label: string) => (/^[1-9]\d{0,5}$/.test(label.trim()) ? Number(label) : undefined)

/** The IDs of new options by their place. A chamber or year has its number as ID, so that both mean the same option. */
function idsOfNew(given: readonly OptionInput[], before: readonly Option[]): ReadonlyMap<number, number> {
  const used = new Set(before.map(({ id }) => id))
  const ids = new Map<number, number>()
  const added = [...given.entries()].filter(([, { id }]) => id === undefined)
  for (const [at, { label }] of added) {
    const own = numberIn(label)
    if (own === undefined || used.has(own)) continue
    ids.set(at, own)
    used.add(own)
  }
  let next = Math.max(0, ...before.map(({ id }) => id))
  for (const [at] of added.filter(([place]) => !ids.has(place))) {
    do next++
    while (used.has(next))
    ids.set(at, next)
    used.add(next)
  }
  return ids
}

/** Refuses a new or changed label that is the ID of another option. Labels of an earlier version stay. */
function requireOwnNumbers(options: readonly Option[], all: readonly Option[], before: readonly Option[]) {
  for (const [at, { id, label }] of options.entries()) {
    const other = all.find((option) => option.id !== id && String(option.id) === label)
    if (other && !before.some((option) => option.id === id && option.label === label))
      throw invalid(
        `options[${at}].label`,
        'taken',
        `is the ID of the option “${other.label}”. Use another label, such as “No. ${label}”`,
      )
  }
}

function requireDistinct(options: readonly Option[]) {
  for (const [at, { id, label }] of options.entries()) {
    const first = options.findIndex((option) => option.id === id || option.label === label)
    if (first < at)
      throw invalid(`options[${at}].label`, 'repeated', `is already option ${first + 1}. Use another name`)
  }
}

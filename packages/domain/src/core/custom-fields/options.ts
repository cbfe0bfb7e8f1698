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
  let next = Math.max(0, ...before.map(({ id }) => id)) + 1
  const options = given.map(({ id, label, archived = false }, at): Option => {
    if (id !== undefined && !before.some((option) => option.id === id))
      throw invalid(`options[${at}].id`, 'not_found', 'is not an option of this field. Leave it out for a new option')
    return { id: id ?? next++, label: label.trim(), archived }
  })
  requireDistinct(options)
  const missing = before.filter(({ id }) => !options.some((option) => option.id === id))
  return [...options, ...missing.map((option) => ({ ...option, archived: true }))]
}

function requireDistinct(options: readonly Option[]) {
  for (const [at, { id, label }] of options.entries()) {
    const first = options.findIndex((option) => option.id === id || option.label === label)
    if (first < at)
      throw invalid(`options[${at}].label`, 'repeated', `is already option ${first + 1}. Use another name`)
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { ErrorDetail } from '@matterbase/schemas'
import type { MapValue, RecordWrite, StoredRecord, Values } from '../records/record.ts'
import type { Definition } from './definitions.ts'
import { readValue } from './read-value.ts'

/** The custom fields of a write, read by their definitions. */
export interface SentFields {
  /** The fields that change, and null for those that the write clears. Undefined if the write has none. */
  readonly changes: MapValue | null | undefined
  readonly problems: readonly ErrorDetail[]
  /** Keys without a definition. */
  readonly unknown: readonly string[]
}

export const isMap = (value: Values[string] | undefined): value is MapValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the custom fields of a write, and requires the fields of a new record that the API requires. */
export function readSentFields(
  definitions: readonly Definition[],
  { changes: { custom_fields: sent }, isEnforced = false }: Pick<RecordWrite, 'changes' | 'isEnforced'>,
  existing: StoredRecord | undefined,
): SentFields {
  const before = existing?.values['custom_fields']
  const known = isMap(before) ? before : {}
  const changes: Record<string, MapValue[string]> = {}
  const problems: ErrorDetail[] = []
  const unknown: string[] = []
  for (const [key, value] of Object.entries(isMap(sent) ? sent : {})) {
    const definition = definitions.find((one) => one.key === key)
    const read = definition && readValue(definition, value)
    if (!read) unknown.push(key)
    else if ('code' in read) problems.push({ field: `custom_fields.${key}`, ...read })
    else if (!isDeepStrictEqual(read.value, known[key] ?? null)) changes[key] = read.value
  }
  const isCleared = (key: string) => (sent === null || key in changes) && (changes[key] ?? null) === null
  const isMissing = (key: string) => isCleared(key) || (existing === undefined && (changes[key] ?? null) === null)
  if (isEnforced)
    for (const { key, is_required: isRequired, enforce_in_api: isInApi, archived_at: archivedAt } of definitions)
      if (isRequired && isInApi && archivedAt === null && isMissing(key))
        problems.push({ field: `custom_fields.${key}`, code: 'required', message: 'is required' })
  return { changes: isMap(sent) ? changes : sent === null ? null : undefined, problems, unknown }
}

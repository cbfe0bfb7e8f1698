import { isDeepStrictEqual } from 'node:util'
import type { ErrorDetail } from '@matterbase/schemas'
import type { MapValue, Values } from '../records/record.ts'
import type { Definition } from './definitions.ts'
import { keptOptions, readValue } from './read-value.ts'

type Value = Values[string] | undefined

/** The custom fields of a request, and the record that they change. */
export interface SentFields {
  readonly workspaceId: number
  /** `custom_fields` of the request. Null clears all fields. */
  readonly sent: unknown
  /** `custom_fields` of the record. */
  readonly before: Value
  readonly isNew: boolean
  /** True if the record needs the fields that the API requires. */
  readonly isEnforced: boolean
}

/** The same, read by their definitions. */
export interface ReadFields {
  /** The fields that change, with null for each cleared field. Null clears all. Undefined if nothing was sent. */
  readonly changes: MapValue | null | undefined
  readonly problems: readonly ErrorDetail[]
  /** Keys without a definition. */
  readonly unknown: readonly string[]
}

export const isMap = (value: unknown): value is MapValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the custom fields of a request by the definitions of the resource. */
export function readSentFields(
  definitions: readonly Definition[],
  { sent, before, isNew, isEnforced }: SentFields,
): ReadFields {
  const known = isMap(before) ? before : {}
  const changes: Record<string, MapValue[string]> = {}
  const problems: ErrorDetail[] = []
  const unknown: string[] = []
  for (const [key, value] of Object.entries(isMap(sent) ? sent : {})) {
    const definition = definitions.find((one) => one.key === key)
    const former = Object.hasOwn(known, key) ? known[key] : null
    const read = definition && readValue(definition, value, keptOptions(former))
    if (!read) unknown.push(key)
    else if ('code' in read) problems.push({ field: `custom_fields.${key}`, ...read })
    else if (!isDeepStrictEqual(read.value, former ?? null)) changes[key] = read.value
  }
  const isMissing = (key: string) => (Object.hasOwn(changes, key) ? changes[key] === null : isNew || sent === null)
  if (isEnforced)
    for (const { key, is_required: isRequired, enforce_in_api: isInApi, archived_at: archivedAt } of definitions)
      if (isRequired && isInApi && archivedAt === null && isMissing(key))
        problems.push({ field: `custom_fields.${key}`, code: 'required', message: 'is required' })
  return { changes: isMap(sent) ? changes : sent === null ? null : undefined, problems, unknown }
}

import { differs } from '@matterbase/domain'
import type { RelatedRecord, Values } from '@matterbase/domain'
import type { ErrorDetail, Relations } from '@matterbase/schemas'
import { validationFailed } from '../http/errors/api-error.ts'

/** The fields of a record as they were sent. The schemas leave out fields that were not sent. */
export type Given = Readonly<Record<string, unknown>>

/** A member has a UUID as ID, and no external_id. */
interface Reference {
  readonly id?: number | string
  readonly external_id?: string
}

/** A decoded body: the fields of the record, and the related records that it names by external_id. */
export interface BodyFields<V extends Values = Values> {
  readonly changes: V
  readonly related?: Readonly<Record<string, RelatedRecord>>
}

/**
 * Separates the fields of a record from its related records. `client: {id}` becomes `client_id`, and `client: null` clears it.
 *
 * @throws ApiError validation_failed if `client` and `client_id` differ.
 */
export function fieldsOf<V extends Values = Values>(body: Given, relations: Relations): BodyFields<V> {
  const names = Object.keys(relations).filter((name) => body[name] !== undefined)
  // Decoded by schemas made from the fields: records of plain values.
  if (names.length === 0) return { changes: body as V }
  const changes: Record<string, unknown> = Object.fromEntries(
    Object.entries(body).filter(([name]) => !names.includes(name)),
  )
  const related: Record<string, RelatedRecord> = {}
  const details: ErrorDetail[] = []
  for (const name of names) {
    const column = relations[name]?.column ?? name
    const reference = body[name] as Reference | null
    const { id, external_id: externalId } = reference ?? { id: null }
    if (id !== undefined && changes[column] !== undefined && changes[column] !== id) details.push(differs(name, column))
    else if (id !== undefined) changes[column] = id
    if (externalId !== undefined) related[column] = { name, externalId }
  }
  if (details.length > 0) throw validationFailed(details)
  return { changes: changes as V, ...(Object.keys(related).length > 0 && { related }) }
}

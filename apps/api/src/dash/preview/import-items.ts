import type { Upsert, Values, RecordWrite } from '@matterbase/domain'
import type { Relations } from '@matterbase/schemas'
import type { z } from 'zod'
import { ApiError, validationFailed } from '../../http/errors/api-error.ts'
import { decodeBody } from '../../http/input/decode.ts'
import { repeated } from '../../records/bulk.ts'
import type { ItemSchema } from '../../records/bulk.ts'
import { fieldsOf } from '../../records/fields-of.ts'
import type { Given } from '../../records/fields-of.ts'
import type { Failed } from '../../records/failures.ts'
import type { LinkedRow } from './linked-rows.ts'

interface Body {
  readonly body: z.ZodObject
  readonly readOnly: readonly string[]
}

export interface RowContract {
  readonly path: string
  readonly relations: Relations
  readonly operations: { readonly bulk: ItemSchema; readonly create: Body; readonly update: Body }
}

/** A row of a file as it is to be saved. */
export interface WantedRow {
  readonly wanted: RecordWrite
}

interface Known {
  readonly strict: boolean
  /** The record that a row is about. */
  readonly before: (item: unknown) => Values | undefined
}

const member = (item: unknown, name: string): unknown =>
  typeof item === 'object' && item !== null && name in item
    ? Object.getOwnPropertyDescriptor(item, name)?.value
    : undefined

export const externalIdOf = (item: unknown) => member(item, 'external_id') ?? undefined

/** The id of a record that has no external_id to be found by. */
export function idOf(item: unknown): number | undefined {
  const id = member(item, 'id')
  return externalIdOf(item) === undefined && Number.isSafeInteger(id) ? Number(id) : undefined
}

/** Decodes the rows independently. A row with the external_id of an earlier row fails. */
export function decodeRows(rows: readonly LinkedRow[], contract: RowContract, known: Known): (Failed | WantedRow)[] {
  const seen = new Set<unknown>()
  return rows.map((row) => {
    if ('error' in row) return row
    const { item } = row
    const externalId = externalIdOf(item)
    if (externalId !== undefined && seen.has(externalId)) return { error: repeated() }
    seen.add(externalId)
    try {
      return { wanted: wantedOf(item, contract, known) }
    } catch (error) {
      if (error instanceof ApiError) return { error }
      throw error
    }
  })
}

/** @throws ApiError. */
function wantedOf(item: unknown, { operations, relations }: RowContract, { strict, before }: Known): RecordWrite {
  // A file has no related records and no versions.
  const changesOf = (schema: z.ZodObject, row: unknown, readOnly: readonly string[]) => {
    const { if_match: _version, ...data } = decodeBody(schema, row, readOnly, strict).data as Given
    return fieldsOf(data, relations).changes
  }
  if (externalIdOf(item) !== undefined) {
    const { item: schema, itemReadOnly } = operations.bulk
    return { as: 'upsert', changes: changesOf(schema, item, itemReadOnly) as Upsert }
  }
  const id = idOf(item)
  const { body, readOnly } = id === undefined ? operations.create : operations.update
  const changes = changesOf(body, withoutExternalId(item), readOnly)
  if (id === undefined) return { as: 'create', changes }
  requireSameRecord(id, item, before(item))
  return { as: 'change', id, changes }
}

function withoutExternalId(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'external_id'))
}

const minuteMs = 60_000

/** IDs differ between workspaces: the file must name the creation of the record too, at least to the minute. */
function requireSameRecord(id: number, item: unknown, record: Values | undefined) {
  const created = member(item, 'created_at')
  const stored = record?.['created_at']
  if (typeof stored !== 'string' || typeof created !== 'string') return
  const apart = Math.abs(Date.parse(created) - Date.parse(stored))
  if (apart < minuteMs) return
  const message = `${id} is another record in this workspace: it was not created at ${created}. IDs differ between workspaces`
  throw validationFailed([{ field: 'id', code: 'other_record', message }])
}

import type { EventKind } from '@matterbase/schemas'
import type { RefusedError } from '../verbs/refused.ts'
import type { Seen } from './tag.ts'

type Scalar = string | number | boolean | null

export type Json = Scalar | readonly Json[] | { readonly [name: string]: Json }

/** The values by key of a field of the kind `map`. In a write, null removes a key. */
export type MapValue = Readonly<Record<string, Json>>

/** The writable fields of a record, in the form of a response. */
export type Values = Readonly<Record<string, Scalar | MapValue>>

/** The event of each change of a record. */
export type EventsOfRecord = Readonly<Record<'created' | 'updated' | 'deleted', { readonly event: EventKind }>>

/** A stored record: its JSON as in a response, and the same parsed. */
export interface StoredRecord {
  readonly json: string
  readonly values: Values & { readonly id: number; readonly updated_at: string }
}

/** The values that a request has for fields that the service sets, and whether a wrong one is refused. */
export interface Sent {
  readonly readOnly: Readonly<Record<string, unknown>>
  readonly isStrict: boolean
  /** For a caller who may not read the record: the outcome of a field must not show whether it was guessed. */
  readonly isBlind: boolean
}

/** Parses the JSON on first use, because most records are returned unparsed. */
export function storedRecord(json: string): StoredRecord {
  let values: StoredRecord['values'] | undefined
  return {
    json,
    get values() {
      values ??= JSON.parse(json) as StoredRecord['values']
      return values
    },
  }
}

export type Upsert = Values & { readonly external_id: string }

/** A related record in a request: the name of its field there, and its external_id. */
export interface RelatedRecord {
  /** `client` */
  readonly name: string
  readonly externalId: string
}

/** Related records by the fields that get their IDs: `client_id`. */
export type RelatedRecords = Readonly<Record<string, RelatedRecord>>

/** One of many upserts. */
export interface UpsertItem {
  readonly changes: Upsert
  readonly related?: RelatedRecords | undefined
  readonly seen?: Seen | undefined
  readonly sent?: Sent | undefined
}

/** A requested write of one record, before anything is looked up. */
export type RecordWrite = (
  | { readonly as: 'create'; readonly changes: Values }
  | { readonly as: 'upsert'; readonly changes: Upsert; readonly seen?: Seen | undefined }
  | { readonly as: 'change'; readonly id: number; readonly changes: Values; readonly seen?: Seen | undefined }
) & {
  /** Initial values of a new record. */
  readonly defaults?: Values
  readonly related?: RelatedRecords | undefined
  readonly sent?: Sent | undefined
  /** True if a new record needs the custom fields that the API requires. Default false. */
  readonly isEnforced?: boolean
  /** The step of a trace that it belongs to, where not the transaction's. */
  readonly traceparent?: string
}

/** A write with the record that it changes, and the whole record that it makes. */
export interface Draft {
  readonly as: RecordWrite['as']
  readonly workspaceId: number
  readonly existing: StoredRecord | undefined
  readonly changes: Values
  readonly values: Values
  readonly defaults?: Values
  readonly related?: RelatedRecords | undefined
  readonly seen?: Seen | undefined
  readonly sent?: Sent | undefined
  /** Keys of `custom_fields` without a definition. */
  readonly unknown?: readonly string[]
  readonly traceparent?: string
}

/** The result of a write. */
export interface Saved {
  readonly record: StoredRecord
  readonly created: boolean
  /** The record had these values already, so nothing was written. */
  readonly unchanged?: true
  /** Fields that were sent with another value than the record has. */
  readonly disregarded?: readonly string[]
}

export type Outcome = Saved | { readonly error: RefusedError }

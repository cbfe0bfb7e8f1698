import type { EventKind } from '@matterbase/schemas'
import type { Seen } from './tag.ts'

/** The writable members of a record, in the form in which they are answered. */
export type Values = Readonly<Record<string, string | number | boolean | null>>

/** The event of each thing that can become of a record. */
export type EventsOfRecord = Readonly<Record<'created' | 'updated' | 'deleted', { readonly event: EventKind }>>

/** A stored record: its JSON as it is answered, and the same parsed. */
export interface StoredRecord {
  readonly json: string
  readonly values: Values & { readonly id: number; readonly updated_at: string }
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

/** A record to be written, stamped. */
export type NewRecord = Values & { readonly created_at: string; readonly updated_at: string }
export type ChangedRecord = Values & { readonly id: number; readonly updated_at: string }

/**
 * What becomes of a new record when another one has its external_id: it is refused, for which the other one is looked for
 * first; or it is not written, and to be wanted again.
 */
export type IfTaken = 'refuse' | 'later'

/** What a request said of members that the service sets, and whether it is refused where it does not fit. */
export interface Sent {
  readonly readOnly: Readonly<Record<string, unknown>>
  readonly isStrict: boolean
  /** For a caller who may not read the record: what becomes of a member must not tell whether it was guessed. */
  readonly isBlind: boolean
}

/** What a record is to be: a new one, or an existing one with some members changed. */
export interface Change {
  readonly existing?: StoredRecord | undefined
  readonly changes: Values
  /** What it begins with when it is new. */
  readonly defaults?: Values
  readonly seen?: Seen | undefined
  readonly sent?: Sent | undefined
  /** The record was looked up by the external_id that it is to have: it cannot be another's. */
  readonly byExternalId?: boolean
  /** Default: it is refused. */
  readonly ifTaken?: IfTaken
  /** The step of a trace that it belongs to, where not the transaction's. */
  readonly traceparent?: string
}

/** A change, and the whole record that it makes. */
export interface Draft extends Change {
  readonly values: Values
}

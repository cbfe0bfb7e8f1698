import type { Sql } from '@matterbase/db'
import type { Deriveds, ErrorDetail, Fields, Rules } from '@matterbase/schemas'
import type { LockedWorkspace, Tx } from '../write/transaction.ts'
import type { RefusedError } from '../verbs/refused.ts'
import type { Draft, EventsOfRecord, Values } from './record.ts'
import type { Table } from './table/table.ts'

/** A kind of record for writes: its table, its contract and its special cases. */
export interface WritableKind {
  readonly table: Table
  /** `time entry` */
  readonly noun: string
  readonly fields: Fields
  readonly derived?: Deriveds | undefined
  readonly rules: Rules
  /** The field with the record's number. */
  readonly number?: string | undefined
  readonly events: EventsOfRecord
  /** Computes fields that follow from others, before a record is checked. */
  readonly derive?: ((workspace: LockedWorkspace, drafts: readonly Draft[]) => Promise<Values[]>) | undefined
  /** Further problems of each draft that the contract cannot express. */
  readonly problems?: ((sql: Sql, drafts: readonly Draft[]) => Promise<readonly (readonly ErrorDetail[])[]>) | undefined
  /** The refusal of each draft that other records do not allow; undefined for the others. */
  readonly refuse?: ((sql: Sql, drafts: readonly Draft[]) => Promise<readonly (RefusedError | undefined)[]>) | undefined
  /** Fields that follow from other records. A sent value has no effect. */
  readonly follow?: readonly string[] | undefined
  /** Further changes after the records are written; undefined for none. */
  readonly consequence?: ((changed: readonly Draft[]) => ((tx: Tx) => Promise<void>) | undefined) | undefined
}

/** Where a sync stands. Plain JSON: keep it beside what you synced, in the same transaction if you can. */
export interface SyncCheckpoint {
  /** Of this form. */
  readonly version: 1
  /** A checkpoint is valid for the resource it comes from only. */
  readonly resource: string
  /** The greatest `updated_at` seen. */
  readonly updated_since: string
  /** Whether it is of an export that was not whole yet: `sync` begins that anew, and goes on from here. */
  readonly partial?: boolean | undefined
}

/** A record that is no more. The service remembers deletions for at least 30 days. */
export interface Deletion {
  /** Of the record that was deleted. */
  id: number
  /** Your own record's id, where it had one. */
  external_id: string | null
  /** ISO 8601, UTC, with milliseconds. */
  deleted_at: string
}

/** What `sync` yields. */
export interface SyncBatch<T> {
  /** Created or changed, in the order of their changes. */
  readonly items: T[]
  /** Deleted since. */
  readonly deleted: Deletion[]
  /** Keep it once this batch is dealt with. */
  readonly checkpoint: SyncCheckpoint
}

/** The position of a sync, as plain JSON. Save it with the records of its batch, in the same transaction if you can. */
export interface SyncCheckpoint {
  /** Version of this format. */
  readonly version: 1
  /** Resource of the checkpoint. It is not valid for another resource. */
  readonly resource: string
  /** The latest `updated_at`. */
  readonly updated_since: string
  /** Sync epoch of the workspace, a UUID. Missing in checkpoints of earlier versions, and then added. */
  readonly epoch?: string | undefined
  /** True if the export was not complete. `sync` then exports again and continues from here. */
  readonly partial?: boolean | undefined
}

/** A deleted record. The server keeps deletions for at least 30 days. */
export interface Deletion {
  /** ID of the deleted record. For an invoice, its `invoice_id`. */
  id: number
  /** `external_id` of the deleted record. */
  external_id: string | null
  /** ISO 8601, UTC, with milliseconds. */
  deleted_at: string
}

/** One batch of `sync` or `export`. */
export interface SyncBatch<T> {
  /**
   * True in the first batch after a restore of the server or a reset of the sample data. Only with `export: true`.
   * Delete every record of your copy before you save this batch. The following batches contain every existing record.
   */
  readonly reset?: true | undefined
  /** Created and changed records, in the order of their changes. */
  readonly items: T[]
  /** Deleted records. */
  readonly deleted: Deletion[]
  /** Save it after you have saved this batch. */
  readonly checkpoint: SyncCheckpoint
}

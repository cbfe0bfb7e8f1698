/** Answers as they come over the wire. */
export interface Single<T> {
  readonly data: T
}

export interface Upserted<T> {
  readonly data: T
  readonly created?: boolean
}

/** A list; everything after `offset` is missing in a service that only speaks the first version of the contract. */
export interface ListBody<T> {
  readonly count: number
  readonly limit?: number
  readonly offset?: number
  readonly data: T[]
  readonly total?: number
  readonly total_is_estimate?: boolean
  readonly has_more?: boolean
  readonly next_cursor?: string | null
}

/** What an upsert answers. */
export interface Upsert<T> {
  /** The record as it is now. */
  readonly data: T
  /** Whether this call made the record. After a retry it can be false for one whose first answer was lost. */
  readonly created: boolean
}

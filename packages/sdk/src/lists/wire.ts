/** The response with one record. */
export interface Single<T> {
  readonly data: T
}

export interface Upserted<T> {
  readonly data: T
  readonly created?: boolean
}

/** The response with a list. A server of the first version of the contract omits all fields but `count` and `data`. */
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

/** The result of an upsert. */
export interface Upsert<T> {
  /** The record after the call. */
  readonly data: T
  /** True if this call created the record. Can be false after a retry whose first response was lost. */
  readonly created: boolean
}

export const data = <T>(body: Single<T>) => body.data

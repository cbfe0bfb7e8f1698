import { DecodeError } from '../errors/errors.ts'
import type { Query } from '../encoding/encode.ts'
import { knows, marksOf, type Trail } from './trail.ts'
import type { ListBody } from './wire.ts'

/** One page of a list. */
export interface Page<T> {
  /** The records of this page. */
  readonly data: T[]
  /** Number of records in this page. */
  readonly count: number
  /** Page size, which can be smaller than the requested one. */
  readonly limit: number
  /** Number of skipped records. 0 with a cursor. */
  readonly offset: number
  /** True if more records follow this page. */
  readonly hasMore: boolean
  /** Pass it as `cursor` to continue after this page, also later or in another process. Null after the last page. */
  readonly nextCursor: string | null
  /** Number of records in the whole list. Only with `include: 'total'`. */
  readonly total: number | undefined
  /** True if `total` is an estimate, which it is above 50,000 records. */
  readonly totalIsEstimate: boolean
  /**
   * Returns the next page, or null after the last page.
   *
   * @throws {DecodeError} with code `pagination_stalled` if the server would repeat or skip records.
   */
  nextPage(): Promise<Page<T> | null>
}

export type Load<T> = (query: Query) => Promise<ListBody<T>>

const mostEmptyPages = 10

export function toPage<T>(load: Load<T>, query: Query, body: ListBody<T>, before?: Trail): Page<T> {
  const { data, total, next_cursor: nextCursor } = body
  const marks = marksOf(query['cursor'], data)
  if (knows(before, marks))
    throw stalled(`the server returned the same page twice and ignores ${query['cursor'] ? 'cursor' : 'offset'}`)
  const trail = { before, marks, empty: data.length > 0 ? 0 : (before?.empty ?? 0) + 1 }
  const offset = body.offset ?? Number(query['offset'] ?? 0)
  const hasMore =
    body.has_more ??
    (nextCursor === undefined ? offset + data.length < (total ?? (data.length && Infinity)) : nextCursor !== null)
  return {
    data,
    count: body.count ?? data.length,
    limit: body.limit ?? Number(query['limit'] ?? data.length),
    offset,
    hasMore,
    nextCursor: nextCursor ?? null,
    total,
    totalIsEstimate: !!body.total_is_estimate,
    async nextPage() {
      if (!hasMore) return null
      const next = nextQuery(query, body)
      if (knows(trail, marksOf(next['cursor']))) throw stalled('the server returned the same cursor twice')
      if (trail.empty >= mostEmptyPages) throw stalled(`the server returned ${mostEmptyPages} empty pages in a row`)
      return toPage(load, next, await load(next), trail)
    },
  }
}

/** Uses the cursor of the server. Without one, adds the received rows to the offset, because a page can have fewer rows than requested. */
function nextQuery(query: Query, { data, limit, next_cursor: cursor }: ListBody<unknown>): Query {
  const { cursor: current, offset = 0, ...filters } = query
  if (cursor) return { ...filters, cursor }
  const step = data.length || limit || 0
  if (current !== undefined || step === 0) throw stalled('the server returned no cursor')
  return { ...filters, offset: Number(offset) + step }
}

const stalled = (why: string) =>
  new DecodeError(`The list cannot be read completely, because ${why}`, { code: 'pagination_stalled' })

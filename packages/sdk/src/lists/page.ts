import { DecodeError } from '../errors/errors.ts'
import type { Query } from '../encoding/encode.ts'
import { knows, marksOf, type Trail } from './trail.ts'
import type { ListBody } from './wire.ts'

/** One page of a list. */
export interface Page<T> {
  /** The records. */
  readonly data: T[]
  /** Records in this page. */
  readonly count: number
  /** The page size in force, which may be lower than the one asked for. */
  readonly limit: number
  /** How many records were skipped; 0 with a cursor. */
  readonly offset: number
  /** Whether there are records after this page. */
  readonly hasMore: boolean
  /** Pass it as `cursor` to go on after this page later, in another process too; null at the end or where the service has none. */
  readonly nextCursor: string | null
  /** Records in the whole list, when asked for with `include: 'total'`. */
  readonly total: number | undefined
  /** Whether `total` is an estimate, as it is of more than 50,000 records. */
  readonly totalIsEstimate: boolean
  /**
   * The page after this one, or null when this is the last.
   *
   * @throws {DecodeError} with code `pagination_stalled` when the walk cannot be completed, before a record comes twice.
   */
  nextPage(): Promise<Page<T> | null>
}

export type Load<T> = (query: Query) => Promise<ListBody<T>>

const mostEmptyPages = 10

export function toPage<T>(load: Load<T>, query: Query, body: ListBody<T>, before?: Trail): Page<T> {
  const { data, total, next_cursor: nextCursor } = body
  const marks = marksOf(query['cursor'], data)
  if (knows(before, marks))
    throw stalled(`the same page came again: the service ignores ${query['cursor'] ? 'cursor' : 'offset'}`)
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
      if (knows(trail, marksOf(next['cursor']))) throw stalled('a cursor came again')
      if (trail.empty >= mostEmptyPages) throw stalled(`${mostEmptyPages} empty pages in a row`)
      return toPage(load, next, await load(next), trail)
    },
  }
}

/** By cursor where the service hands one out, else by the rows received: it may send fewer than asked for. */
function nextQuery(query: Query, { data, limit, next_cursor: cursor }: ListBody<unknown>): Query {
  const { cursor: current, offset = 0, ...filters } = query
  if (cursor) return { ...filters, cursor }
  const step = data.length || limit || 0
  if (current !== undefined || step === 0) throw stalled('nothing says where to go on')
  return { ...filters, offset: Number(offset) + step }
}

const stalled = (why: string) =>
  new DecodeError(`The list cannot be read to its end: ${why}`, { code: 'pagination_stalled' })

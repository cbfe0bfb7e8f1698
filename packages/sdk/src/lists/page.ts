import { DecodeError } from '../errors/errors.ts'
import type { Query } from '../requests/request.ts'
import type { ListBody } from './wire.ts'

/** One page of a list. */
export interface Page<T> {
  readonly data: T[]
  /** Records in this page. */
  readonly count: number
  /** The page size in force, which may be lower than the one asked for. */
  readonly limit: number
  readonly offset: number
  readonly hasMore: boolean
  /** Pass it as `cursor` to go on after this page later, in another process too; null at the end or where the service has none. */
  readonly nextCursor: string | null
  /** Records in the whole list, when asked for with `include: 'total'`. */
  readonly total: number | undefined
  /** The page after this one, or null when this is the last. Throws when the walk cannot be completed. */
  nextPage(): Promise<Page<T> | null>
}

export type Load<T> = (query: Query) => Promise<ListBody<T>>

/** What a walk remembers so that it ends: a cursor from a while ago, and how long it has been going or finding nothing. */
interface Trail {
  readonly mark: string | undefined
  readonly steps: number
  readonly empty: number
}

const start: Trail = { mark: undefined, steps: 0, empty: 0 }
const mostEmptyPages = 10

export function toPage<T>(load: Load<T>, query: Query, body: ListBody<T>, trail = start): Page<T> {
  const { data } = body
  const offset = body.offset ?? Number(query['offset'] ?? 0)
  const hasMore =
    body.has_more ??
    (body.next_cursor === undefined
      ? offset + data.length < (body.total ?? (data.length && Infinity))
      : body.next_cursor !== null)
  return {
    data,
    count: body.count ?? data.length,
    limit: body.limit ?? Number(query['limit'] ?? data.length),
    offset,
    hasMore,
    nextCursor: body.next_cursor ?? null,
    total: body.total,
    async nextPage() {
      if (!hasMore) return null
      const next = nextQuery(query, body)
      const further = follow(trail, query, next, data.length)
      const nextBody = await load(next)
      if (next['cursor'] === undefined && data.length > 0 && JSON.stringify(nextBody.data) === JSON.stringify(data)) {
        throw stalled('the same page came again: the service ignores offset')
      }
      return toPage(load, next, nextBody, further)
    },
  }
}

/** By cursor where the service hands one out, else by the rows received: it may send fewer than asked for. */
function nextQuery(query: Query, { data, limit, next_cursor: cursor }: ListBody<unknown>): Query {
  const { cursor: current, offset = 0, ...filters } = query
  if (cursor) return { ...filters, cursor }
  const step = data.length || limit || 0
  if (current !== undefined || step === 0) throw stalled('there is more, but nothing says where')
  return { ...filters, offset: Number(offset) + step }
}

/** A cursor that comes back is found within twice the length of its loop, by comparing with one remembered at each power of two. */
function follow({ mark, steps, empty }: Trail, query: Query, next: Query, rows: number): Trail {
  const cursor = next['cursor'] as string | undefined
  if (cursor !== undefined && (cursor === mark || cursor === query['cursor'])) throw stalled('a cursor came again')
  const emptyNow = rows === 0 ? empty + 1 : 0
  if (cursor === undefined && emptyNow >= mostEmptyPages) throw stalled(`${mostEmptyPages} pages in a row were empty`)
  const isPowerOfTwo = (steps & (steps - 1)) === 0
  return { mark: isPowerOfTwo ? cursor : mark, steps: steps + 1, empty: emptyNow }
}

const stalled = (why: string) =>
  new DecodeError(`The list cannot be read to its end: ${why}`, { code: 'pagination_stalled' })

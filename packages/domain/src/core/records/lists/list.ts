import { identifier, Prisma } from '@matterbase/db'
import type { RawJson, Sealer, Sql } from '@matterbase/db'
import { mostAnswerBytes, pageTooLarge } from '../answer-size.ts'
import { rowsByRelated } from './by-related.ts'
import { readCursor, requireAgreement, writeCursor } from './cursor.ts'
import { requireHistory } from './epoch.ts'
import type { History } from './epoch.ts'
import { inSight, isFree, outOfSight, written } from './condition.ts'
import type { Condition } from './condition.ts'
import type { Position } from './cursor.ts'
import { forEach, gather, pageColumns } from './page-sql.ts'
import type { Showing } from './shown.ts'
import { searched } from './search.ts'
import { totalOf } from './total.ts'
import type { Counting, Total } from './total.ts'
import type { SortKey, SortKeys } from './sort-keys.ts'

/** A list without its page. */
export interface Listing {
  readonly table: Prisma.Sql
  /** Writes a row as JSON text. */
  readonly json: Prisma.Sql
  /** The column that tells rows apart, and its type. */
  readonly id: string
  readonly idType: 'bigint' | 'uuid'
  readonly conditions: readonly Condition[]
  /** Words that records must have, of a table that keeps them. */
  readonly q?: string | undefined
  /** A column name, or one of `sorts`, with `-` before it for descending. */
  readonly sort: string
  readonly sorts?: SortKeys | undefined
  /** Needed by sorts of what is related, and by `q`. */
  readonly workspaceId?: number
  /** Parameters with a default, as this list uses them. They are allowed next to a cursor of it. */
  readonly defaults?: Readonly<Record<string, string | boolean>>
}

export interface PageQuery extends Showing {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  readonly include?: 'total' | undefined
  /** The sync epoch of the reader's copy. */
  readonly epoch?: string | undefined
}

const defaultLimit = 50

// PostgreSQL plans again each time, which takes as long as the page, unless the statement contains the limit. Only the
// usual limits are part of it, because all of them would be too many statements.
const isRound = (limit: number) => limit % 25 === 0

export interface PageOf {
  readonly sql: Sql
  readonly sealer: Sealer
  /** Names the list and its workspace; a cursor is good for no other. */
  readonly scope: string
  /** The epoch that copies of the workspace must have. Default: the list is not for copies. */
  readonly history?: History | undefined
  /** How far records are counted for the total. Default: that of `total.ts`. */
  readonly counting?: Counting | undefined
  /** How many bytes of records a page may have. Default 4 MiB. */
  readonly pageBytes?: number | undefined
  /**
   * True if the reader continues with `next_cursor` from the first page. Default: only after a page that was requested
   * by cursor.
   */
  readonly endsEarly?: boolean | undefined
}

export interface Page extends Partial<Total> {
  readonly count: number
  readonly limit: number
  readonly offset: number
  readonly has_more: boolean
  readonly next_cursor: string | null
  /** The records, as a JSON array. */
  readonly json: RawJson
}

/**
 * One page of a list. `listing` makes the list of a query; where the query came with a cursor, of the
 * query that the cursor carries. A page asked for by cursor ends before it is too large.
 * @throws RefusedError validation_failed when the cursor is not of this list, or the query says something else;
 * page_too_large; sync_reset when the reader's copy has another history.
 */
export async function readPage<Q extends PageQuery>(
  { sql, sealer, scope, history, counting, pageBytes: mostBytes = mostAnswerBytes, endsEarly = false }: PageOf,
  query: Q,
  listing: (query: Q) => Listing | Promise<Listing>,
): Promise<Page> {
  const { cursor, limit: wanted, include, offset, epoch, expand: _beside, fields: _some, ...given } = query
  const resumed = cursor === undefined ? undefined : readCursor(sealer, scope, cursor)
  if (resumed) requireAgreement({ offset: 0, ...resumed.query }, { offset, ...given })
  if (history) requireHistory(history, { ...query, ...resumed?.query, epoch, cursorEpoch: resumed?.epoch })
  const limit = wanted ?? defaultLimit
  const skip = resumed ? 0 : (offset ?? 0)
  const list = await withSearch(sql, await listing({ ...query, ...resumed?.query }))
  const after = resumed?.position
  const page = await fetchPage(sql, list, {
    limit,
    offset: skip,
    after,
    mostBytes,
    endsEarly: endsEarly || after !== undefined,
  })
  const { json, found, fitting, last } = page
  const hasMore = found > fitting
  const carried = { query: { ...list.defaults, ...(resumed?.query ?? given) }, epoch: history?.epoch }
  const cursorAfter = ({ key, id }: Position) =>
    // All who share the page have the same cursor, so that their answers are the same.
    json.once(`cursor ${scope} ${JSON.stringify(carried)}`, () => writeCursor(sealer, scope, carried, { key, id }))
  return {
    count: fitting,
    limit,
    offset: skip,
    has_more: hasMore,
    next_cursor: hasMore && last ? cursorAfter(last) : null,
    ...(include === 'total' && (await totalOf(sql, list, counting))),
    json,
  }
}

async function withSearch(sql: Sql, list: Listing): Promise<Listing> {
  const { q, table, workspaceId } = list
  if (q === undefined || workspaceId === undefined) return list
  return { ...list, conditions: [...list.conditions, await searched(sql, { table, workspaceId, q })] }
}

interface Wanted {
  readonly limit: number
  readonly offset: number
  readonly after: Position | undefined
  readonly mostBytes: number
  readonly endsEarly: boolean
  /** True if the statement reads no other page. Default false. */
  readonly isAlone?: boolean
}

async function fetchPage(sql: Sql, list: Listing, wanted: Wanted) {
  const { limit, offset, after, mostBytes, endsEarly, isAlone = false } = wanted
  const { column, key, descending, type, related } = ordering(list)
  const id = identifier(list.id)
  const direction = descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
  const order =
    list.id === column ? Prisma.sql`${id} ${direction}` : Prisma.sql`${key} ${direction}, ${id} ${direction}`
  const compare = descending ? Prisma.sql`<` : Prisma.sql`>`
  const isInOrder = !isAlone && !related && offset === 0 && isRound(limit) && list.conditions.every(isFree)
  const hidden = outOfSight()
  const put = isInOrder ? hidden.put : inSight
  const conditions = list.conditions.map((condition) => written(condition, put))
  if (after && list.id === column) conditions.push(Prisma.sql`${id} ${compare} ${put.own(after.id, list.idType)}`)
  else if (after)
    conditions.push(
      Prisma.sql`(${key}, ${id}) ${compare} (${put.own(after.key, type)}, ${put.own(after.id, list.idType)})`,
    )
  const most = isRound(limit) ? Prisma.raw(String(limit + 1)) : limit + 1
  const from = offset === 0 ? Prisma.empty : Prisma.sql`OFFSET ${offset}`
  const rows = related
    ? rowsByRelated({ list, related, descending, after, limit: limit + 1, offset })
    : Prisma.sql`
          SELECT * FROM ${list.table} WHERE ${Prisma.join(conditions, ' AND ')}
          ORDER BY ${order} LIMIT ${most} ${from}`
  const gathered = gather({ rows, json: list.json, key, id, type, limit, mostBytes, endsEarly, isInOrder })
  const isShared = hidden.values.length > 0
  const [page] = await sql.rows(pageColumns)(isShared ? forEach(hidden.values, gathered, mostBytes) : gathered)
  if (!page) throw new Error('A page has no row')
  const { found, fitting, data, is_crowded: isCrowded, last_key: lastKey, last_id: lastId } = page
  if (isCrowded) return fetchPage(sql, list, { ...wanted, isAlone: true })
  if (data === null) throw pageTooLarge(limit, fitting, mostBytes)
  const last = lastKey !== null && lastId !== null ? { key: lastKey, id: lastId } : undefined
  return { found, fitting, json: data, last }
}

function ordering({ sort, sorts = {}, id, idType }: Listing): SortKey & { column: string; descending: boolean } {
  const column = sort.replace(/^-/, '')
  const stored: SortKey = { key: identifier(column), type: column === id ? idType : 'timestamptz' }
  return { column, descending: sort.startsWith('-'), ...(sorts[column] ?? stored) }
}

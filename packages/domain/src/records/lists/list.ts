import { filled, identifier, int, isoText, orNull, plannedNowAndThen, Prisma, rowForEach, text } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import { rowsByRelated } from './by-related.ts'
import { readCursor, requireAgreement, writeCursor } from './cursor.ts'
import { inSight, isFree, outOfSight, written } from './condition.ts'
import type { Condition } from './condition.ts'
import type { Position } from './cursor.ts'
import type { Showing } from './shown.ts'
import { searched } from './search.ts'
import { totalOf } from './total.ts'
import type { Counting, Total } from './total.ts'
import type { SortKey, SortKeys } from './sort-keys.ts'

/** What to list, apart from the page. */
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
  /** Needed by sorts of what is related. */
  readonly workspaceId?: number
  /** Parameters that have a default, as they hold for this list: what may stand beside a cursor of it. */
  readonly defaults?: Readonly<Record<string, string | boolean>>
}

export interface PageQuery extends Showing {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly cursor?: string | undefined
  readonly include?: 'total' | undefined
}

const defaultLimit = 50

// PostgreSQL makes a new plan each time, which takes as long as the page, unless it sees how far the page goes. The limits
// that are mostly asked for are a part of the statement; all would be too many statements.
const isRound = (limit: number) => limit % 25 === 0

export interface PageOf {
  readonly sql: Sql
  readonly sealer: Sealer
  /** Names the list and its workspace; a cursor is good for no other. */
  readonly scope: string
  /** How far records are counted for the total. Default: that of `total.ts`. */
  readonly counting?: Counting | undefined
}

export interface Page extends Partial<Total> {
  readonly count: number
  readonly limit: number
  readonly offset: number
  readonly has_more: boolean
  readonly next_cursor: string | null
  /** The records, as the text of a JSON array. */
  readonly json: string
}

/**
 * One page of a list. `listing` makes the list of a query; where the query came with a cursor, of the
 * query that the cursor carries.
 * @throws RefusedError validation_failed when the cursor is not of this list, or the query says something else.
 */
export async function readPage<Q extends PageQuery>(
  { sql, sealer, scope, counting }: PageOf,
  query: Q,
  listing: (query: Q) => Listing,
): Promise<Page> {
  const { cursor, limit: wanted, include, offset, expand: _beside, fields: _some, ...given } = query
  const resumed = cursor === undefined ? undefined : readCursor(sealer, scope, cursor)
  if (resumed) requireAgreement({ offset: 0, ...resumed.query }, { offset, ...given })
  const limit = wanted ?? defaultLimit
  const skip = resumed ? 0 : (offset ?? 0)
  const list = await withSearch(sql, listing({ ...query, ...resumed?.query }))
  const { data, found, last } = await fetchPage(sql, list, limit, skip, resumed?.position)
  const hasMore = found > limit
  return {
    count: Math.min(found, limit),
    limit,
    offset: skip,
    has_more: hasMore,
    next_cursor:
      hasMore && last ? writeCursor(sealer, scope, { ...list.defaults, ...(resumed?.query ?? given) }, last) : null,
    ...(include === 'total' && (await totalOf(sql, list, counting))),
    json: data,
  }
}

async function withSearch(sql: Sql, list: Listing): Promise<Listing> {
  if (list.q === undefined) return list
  return { ...list, conditions: [...list.conditions, await searched(sql, list.table, list.q)] }
}

async function fetchPage(sql: Sql, list: Listing, limit: number, offset: number, after: Position | undefined) {
  const { column, key, descending, type, related } = ordering(list)
  const id = identifier(list.id)
  const direction = descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
  const order =
    list.id === column ? Prisma.sql`${id} ${direction}` : Prisma.sql`${key} ${direction}, ${id} ${direction}`
  const compare = descending ? Prisma.sql`<` : Prisma.sql`>`
  const isInOrder = !related && offset === 0 && isRound(limit) && list.conditions.every(isFree)
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
  // One more than the page holds tells whether there are more. It is left out here: a page is a long text, and each
  // thing that is done to it later makes another one.
  const gathered = Prisma.sql`
    SELECT found, '[' || coalesce(data, '') || ']' AS data, ${type === 'timestamptz' ? isoText('last_key') : Prisma.sql`last_key::text`} AS last_key,
           last_id::text AS last_id
    FROM (
      SELECT count(*)::int AS found, string_agg(json, ',') FILTER (WHERE place <= ${limit}::int) AS data,
             (array_agg(key))[${limit}::int] AS last_key, (array_agg(row_id))[${limit}::int] AS last_id
      FROM (
        SELECT ${key} AS key, ${id} AS row_id, ${list.json} AS json, row_number() OVER () AS place
        FROM (${rows}) AS page
      ) AS ordered
    ) AS gathered ${isInOrder ? plannedNowAndThen : Prisma.empty}`
  const columns = { found: int, data: filled(text), last_key: orNull(text), last_id: orNull(text) }
  const [page] = await sql.rows(columns)(hidden.values.length === 0 ? gathered : forEach(hidden.values, gathered))
  if (!page) throw new Error('A page has no row')
  const { found, data, last_key: lastKey, last_id: lastId } = page
  return {
    found,
    data,
    last: lastKey !== null && lastId !== null ? { key: lastKey, id: lastId } : undefined,
  }
}

/** Answers the page of each who waits for one of this list, with values of their own. */
function forEach(values: readonly string[], page: Prisma.Sql): Prisma.Sql {
  const arrays = Prisma.join(values.map((value) => Prisma.sql`${[value]}::text[]`))
  const names = Prisma.raw(values.map((_, at) => `value${at + 1}`).join(', '))
  return Prisma.sql`
    SELECT answered.* FROM unnest(${arrays}) WITH ORDINALITY AS given (${names}, turn)
    CROSS JOIN LATERAL (${page}) AS answered ORDER BY turn ${rowForEach}`
}

function ordering({ sort, sorts = {}, id, idType }: Listing): SortKey & { column: string; descending: boolean } {
  const column = sort.replace(/^-/, '')
  const stored: SortKey = { key: identifier(column), type: column === id ? idType : 'timestamptz' }
  return { column, descending: sort.startsWith('-'), ...(sorts[column] ?? stored) }
}

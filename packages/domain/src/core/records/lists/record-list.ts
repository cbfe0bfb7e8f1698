import { identifier, plannedEachTime, Prisma } from '@matterbase/db'
import type { Pairs } from '@matterbase/schemas'
import { tombstoneJson } from './tombstone.ts'
import { inSight, written } from './condition.ts'
import type { Condition } from './condition.ts'
import type { Listing, PageQuery } from './list.ts'
import type { SortKeys } from './sort-keys.ts'

type FilterValue = string | number | boolean
export type Wanted = FilterValue | readonly FilterValue[] | Pairs
/** The expression that a parameter filters, or its condition. */
export type Filter = Prisma.Sql | ((wanted: Wanted) => Prisma.Sql)

/** The decoded query of a list of records. Filters have their own names next to these. */
export interface RecordQuery extends PageQuery {
  readonly updated_since?: string | undefined
  readonly created_since?: string | undefined
  readonly include_deleted?: boolean | undefined
  readonly sort?: string | undefined
  readonly q?: string | undefined
  readonly [filter: string]: Wanted | undefined
}

export interface RecordListOptions {
  readonly table: Prisma.Sql
  readonly json: Prisma.Sql
  /** Writes what is left of a deleted row. Default: its `id` and `external_id`, and the stamps. */
  readonly tombstone?: Prisma.Sql | undefined
  /** The id's column, where it is not `id`. */
  readonly id?: string
  /** By parameter. */
  readonly filters: Readonly<Record<string, Filter>>
  /** More sort orders. */
  readonly sorts?: SortKeys | undefined
}

/** Which records a query asks for, and in which order. */
export function recordListing(workspaceId: number, options: RecordListOptions) {
  const { table, json, tombstone = tombstoneJson, id = 'id', filters, sorts } = options
  return (query: RecordQuery): Listing => {
    const { updated_since: updated, created_since: created, include_deleted: deleted = false, sort, q } = query
    const order = sort ?? (updated === undefined ? 'id' : 'updated_at')
    const conditions: Condition[] = [({ shared }) => Prisma.sql`workspace_id = ${shared(workspaceId, 'int')}`]
    if (!deleted) conditions.push(() => Prisma.sql`deleted_at IS NULL`)
    for (const [column, since] of Object.entries({ updated_at: updated, created_at: created })) {
      if (since === undefined) continue
      const after: Condition = ({ own }) => Prisma.sql`${identifier(column)} > ${own(since, 'timestamptz')}`
      // With another order, the use of its index depends on the moment: few records may be after it, or all.
      if (order.replace(/^-/, '') === column) conditions.push(after)
      else conditions.push(Prisma.sql`${written(after, inSight)} ${plannedEachTime}`)
    }
    for (const [parameter, filter] of Object.entries(filters)) {
      const wanted = query[parameter]
      if (wanted !== undefined) conditions.push(typeof filter === 'function' ? filter(wanted) : isOneOf(filter, wanted))
    }
    return {
      table,
      json: deleted ? Prisma.sql`CASE WHEN deleted_at IS NULL THEN ${json} ELSE ${tombstone} END` : json,
      id,
      idType: 'bigint',
      conditions,
      q,
      sort: order.replace(/\bid$/, id),
      sorts,
      workspaceId,
      defaults: { sort: order, include_deleted: deleted },
    }
  }
}

/** A column of UUIDs that is one of these, or null for `none`. */
export function isAnyUuid(column: Prisma.Sql, wanted: Wanted): Prisma.Sql {
  const values = [wanted].flat()
  const ids = values.filter((value) => value !== 'none').map(String)
  const isNull = Prisma.sql`${column} IS NULL`
  if (ids.length === 0) return isNull
  const [id, another] = ids
  const isOne =
    another === undefined
      ? Prisma.sql`${column} = ${id}::text::uuid`
      : Prisma.sql`${column} = ANY (${ids}::text[]::uuid[])`
  return values.length === ids.length ? isOne : Prisma.sql`(${isOne} OR ${isNull})`
}

// As parameters that PostgreSQL sees: whether an index pays depends on what and how many the values are.
export function isOneOf(compared: Prisma.Sql, value: Wanted): Prisma.Sql {
  if (typeof value !== 'object') return Prisma.sql`${compared} = ${value}`
  const values = Object.values(value)
  const type = Prisma.raw(typeof values[0] === 'number' ? 'bigint' : 'text')
  return Prisma.sql`${compared} = ANY (${values}::${type}[])`
}

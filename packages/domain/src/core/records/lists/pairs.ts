import { Prisma } from '@matterbase/db'
import type { Pairs } from '@matterbase/schemas'
import type { RecordListOptions, Wanted } from './record-list.ts'

/** The filters of fields of the kind `map`. */
export const pairFilters = (
  workspaceId: number,
  table: string,
  names: readonly string[],
): RecordListOptions['filters'] =>
  Object.fromEntries(names.map((name) => [name, (wanted: Wanted) => havePairs(workspaceId, table, wanted)]))

/**
 * Records that have all of these values by key. `metadata_values` has a row for each pair of a record, with the workspace
 * first, so that the same value in other workspaces costs nothing.
 */
function havePairs(workspaceId: number, table: string, wanted: Wanted): Prisma.Sql {
  const pairs = isPairs(wanted) ? Object.entries(wanted) : []
  const conditions = pairs.map(
    ([key, value]) => Prisma.sql`id IN (
      SELECT record_id FROM metadata_values
      WHERE workspace_id = ${workspaceId} AND resource = ${table} AND key = ${key} AND value = ${value})`,
  )
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`true`
}

export const isPairs = (wanted: Wanted): wanted is Pairs => typeof wanted === 'object' && !Array.isArray(wanted)

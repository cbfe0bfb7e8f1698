import { Prisma } from '@matterbase/db'
import type { RecordListOptions, Wanted } from './record-list.ts'

/** The day of a filter, which the contract has checked. */
export const dayOf = (wanted: Wanted) => Prisma.sql`${typeof wanted === 'string' ? wanted : null}::text::date`

/**
 * The filters of a range of days, the first and the last included.
 *
 * @param names of the parameters. Default: `from_date` and `to_date`.
 */
export const dayFilters = (
  column: Prisma.Sql,
  [from, to]: readonly [string, string] = ['from_date', 'to_date'],
): RecordListOptions['filters'] => ({
  [from]: (day) => Prisma.sql`${column} >= ${dayOf(day)}`,
  [to]: (day) => Prisma.sql`${column} <= ${dayOf(day)}`,
})

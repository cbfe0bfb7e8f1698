import { Prisma } from '@matterbase/db'
import { dayOf } from '../../core/records/lists/day-filters.ts'
import type { RecordListOptions, Wanted } from '../../core/records/lists/record-list.ts'
import { byDay } from '../../core/records/lists/sort-keys.ts'

type Filters = RecordListOptions['filters']

/** The time that decides the day of a time entry, as in the index. */
export const momentOfTime = Prisma.sql`coalesce(start_time, created_at)`

const midnight = (day: Wanted, later: number, zone: Prisma.Sql) =>
  Prisma.sql`((${dayOf(day)} + ${later}::int)::timestamp AT TIME ZONE ${zone})`

const utc = Prisma.sql`'UTC'`

/**
 * The filters of time entries by the day of work. PostgreSQL cannot estimate how many entries a day in the time zone of the
 * firm leaves, so a day in UTC that is one day wider decides which index it uses.
 */
export function daysOfTime(workspaceId: number): Filters {
  const zone = Prisma.sql`coalesce((SELECT time_zone FROM firm_profiles WHERE workspace_id = ${workspaceId}), 'UTC')`
  return {
    from_date: (day) =>
      Prisma.sql`${momentOfTime} >= ${midnight(day, -1, utc)} AND ${momentOfTime} >= ${midnight(day, 0, zone)}`,
    to_date: (day) =>
      Prisma.sql`${momentOfTime} < ${midnight(day, 2, utc)} AND ${momentOfTime} < ${midnight(day, 1, zone)}`,
  }
}

// The index has expenses without a date as 'infinity'.
const { key } = byDay('date')

/** The filters of expenses by their day. */
export const daysOfExpenses: Filters = {
  from_date: (day) => Prisma.sql`${key} >= ${dayOf(day)} AND ${key} < 'infinity'`,
  to_date: (day) => Prisma.sql`${key} <= ${dayOf(day)}`,
}

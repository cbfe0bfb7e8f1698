import { Prisma } from '@matterbase/db'

// Expressions over a row of `time_entries` or `expenses`. Rows from before rates have no rate.

/** The rate of an hour. */
export const rateOfEntry = Prisma.sql`coalesce(billing_rate, hourly_rate, rate)`

/** The hours that are billed. */
export const hoursOfEntry = Prisma.sql`coalesce(billed_hours, duration)`

/** Digits behind the point of the workspace's amounts, asked for once in a statement. */
const digitsIn = (workspaceId: number) => Prisma.sql`(SELECT firm_digits(${workspaceId}::int))`

/** The amount of the time, rounded like the line of an invoice, so that invoices add up. */
export const amountOfEntry = (workspaceId: number) =>
  Prisma.sql`round(coalesce(${hoursOfEntry}, 0) * coalesce(${rateOfEntry}, 0), ${digitsIn(workspaceId)})`

/** The amount of an expense, rounded like the line of an invoice. */
export const amountOfExpense = (workspaceId: number) =>
  Prisma.sql`round(coalesce(quantity, 1) * coalesce(unit_price, 0), ${digitsIn(workspaceId)})`

/** The day that an expense counts for. */
export const dayOfExpense = Prisma.sql`coalesce(date, firm_day(workspace_id, created_at))`

/** True for unbilled time and expenses. */
export const unbilledOnly = Prisma.sql`is_billable AND status = 'pending' AND deleted_at IS NULL`

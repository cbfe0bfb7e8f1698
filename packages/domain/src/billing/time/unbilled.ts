import { Prisma } from '@matterbase/db'

// These read a row of `time_entries` or `expenses`; what is older than rates has none of its own.

/** What an hour costs. */
export const rateOfEntry = Prisma.sql`coalesce(billing_rate, hourly_rate, rate)`

/** The hours that are billed. */
export const hoursOfEntry = Prisma.sql`coalesce(billed_hours, duration)`

/** Digits behind the point of the workspace's amounts, asked for once in a statement. */
const digitsIn = (workspaceId: number) => Prisma.sql`(SELECT firm_digits(${workspaceId}::int))`

/** What the time is worth on an invoice: rounded as amounts are, so that invoices add up as they are printed. */
export const amountOfEntry = (workspaceId: number) =>
  Prisma.sql`round(coalesce(${hoursOfEntry}, 0) * coalesce(${rateOfEntry}, 0), ${digitsIn(workspaceId)})`

/** The same of an expense. */
export const amountOfExpense = (workspaceId: number) =>
  Prisma.sql`round(coalesce(quantity, 1) * coalesce(unit_price, 0), ${digitsIn(workspaceId)})`

/** The day that an expense counts for. */
export const dayOfExpense = Prisma.sql`coalesce(date, firm_day(workspace_id, created_at))`

/** Whether the time or expense waits to be billed. */
export const unbilledOnly = Prisma.sql`is_billable AND status = 'pending' AND deleted_at IS NULL`

import { Prisma } from '@matterbase/db'

// These read a row of `time_entries`.

/** What an hour costs: two members can say so, and the one that is by the hour goes first. */
export const rateOfEntry = Prisma.sql`coalesce(hourly_rate, rate)`

/** What the time is worth on an invoice, rounded to cents, so that invoices add up as they are printed. */
export const amountOfEntry = Prisma.sql`round(coalesce(duration, 0) * coalesce(${rateOfEntry}, 0), 2)`

/** Whether the time waits to be billed. */
export const unbilledOnly = Prisma.sql`is_billable AND status = 'pending' AND deleted_at IS NULL`

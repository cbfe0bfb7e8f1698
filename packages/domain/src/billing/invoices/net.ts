import { Prisma } from '@matterbase/db'

/** The amount of a row of `invoices` without tax. Issued rows of earlier versions have it in their content. */
export const netOfInvoice = Prisma.sql`coalesce(net_amount, (frozen->'totals'->>'net')::numeric, total_amount)`

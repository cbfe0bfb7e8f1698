import { Prisma } from '@matterbase/db'

/** The number of an invoice until it is issued. */
export const draftNumber = (id: number) => `DRAFT-${id}`

/** Matches the numbers of drafts. */
export const draftNumberPattern = /^DRAFT-\d+$/i

/** The title of a row of `invoices`, as SQL. A draft is `Draft 12`. */
export const invoiceTitle = Prisma.sql`regexp_replace(invoice_number, '^DRAFT-(?=[0-9]+$)', 'Draft ')`

import { identifier, Prisma } from '@matterbase/db'
import { clientOfWork } from './client-of-work.ts'

/** The tables of work, and the column of `invoice_lines` that refers to each. */
export const workTables = { time_entries: 'time_entry_id', expenses: 'expense_id' } as const

export type WorkTable = keyof typeof workTables

export const workTableNames = Object.keys(workTables) as [WorkTable, ...WorkTable[]]

/** The invoice that has a row `work`. A void invoice has none. */
const invoiceOf = (table: WorkTable) => Prisma.sql`
  SELECT line.invoice_id FROM invoice_lines AS line
  WHERE line.workspace_id = work.workspace_id AND line.${identifier(workTables[table])} = work.id`

/**
 * Unbilled work of an earlier version that only a person can put right: it names another client than its matter, or an
 * invoice has it. Rows are `work`, with its `billed_on`.
 */
export const workToCheck = (table: WorkTable, condition: Prisma.Sql) => Prisma.sql`
  (SELECT work.*, (${invoiceOf(table)}) AS billed_on FROM (
    SELECT work.*, ${clientOfWork(Prisma.sql`work.workspace_id`)} AS matter_client FROM ${identifier(table)} AS work
    WHERE work.status = 'pending' AND work.deleted_at IS NULL AND ${condition}) AS work) AS work`

/** Which of these rows are to be checked. */
export const isToCheck = Prisma.sql`(work.client_id IS DISTINCT FROM work.matter_client OR work.billed_on IS NOT NULL)`

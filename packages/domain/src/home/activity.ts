import { identifier, isoText, oneOf, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { activityKinds, eachRecord, tableOf } from '@matterbase/schemas'
import type { Field, Permission, RecordContract, RecordName } from '@matterbase/schemas'
import { invoiceTitle } from '../billing/numbers/draft-number.ts'
import { billsMatter } from '../billing/invoices/list-invoices.ts'
import { labelOf } from '../core/records/title.ts'
import type { Actor } from '../core/verbs/actor.ts'
import { leadTitle } from '../intake/leads/lead.ts'

const most = 50

type Reader = Pick<Actor, 'workspaceId' | 'permissions'>

/** The matter or client whose activity is read. */
export interface Subject {
  readonly path: 'matters' | 'clients'
  readonly id: number
}

/** A kind of entry. `rows` selects at, kind, id, what and title. */
interface Source {
  readonly permission: Permission
  readonly rows: Prisma.Sql
}

/** Records with one entry only, and what the entry says instead of `created`. */
const entryOfNew: Partial<Record<RecordName, string>> = { timeEntries: 'recorded', expenses: 'recorded' }

/** The activity of a matter or a client, newest first, as far as the reader may see it. */
export async function readActivity(sql: Sql, { workspaceId, permissions }: Reader, subject: Subject) {
  const inWorkspace = Prisma.sql`workspace_id = ${workspaceId}`
  const sources = [
    ...ofRecords(subject, inWorkspace),
    ...ofInvoices(subject, workspaceId),
    ...ofDocumentsAndLeads(subject, inWorkspace),
  ]
  const parts = sources
    .filter(({ permission }) => permissions.includes(permission))
    .map(({ rows }) => Prisma.sql`(${rows} ORDER BY 1 DESC LIMIT ${most})`)
  return sql.rows({ at: text, kind: oneOf(activityKinds), id: text, what: text, title: text })`
    SELECT ${isoText('at')} AS at, kind, id, what, title
    FROM (SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) AS happened (at, kind, id, what, title) ORDER BY at DESC LIMIT ${most}) AS latest
    ORDER BY latest.at DESC`
}

/** The record itself and the records that refer to it. */
function ofRecords(subject: Subject, inWorkspace: Prisma.Sql): Source[] {
  const sources = eachRecord((contract, name): Source[] => {
    const { found, operations } = contract
    const column = columnOf(contract, subject)
    if (!found || column === undefined) return []
    const of = Prisma.sql`
      FROM ${identifier(tableOf(contract.path))}
      WHERE ${inWorkspace} AND deleted_at IS NULL AND ${identifier(column)} = ${subject.id}`
    const entries = (at: Prisma.Sql, what: string) => Prisma.sql`
      SELECT ${at}, ${found.kind}::text, id::text, ${what}::text, ${labelOf(contract)} ${of}`
    const permission = operations.list.scope
    const once = entryOfNew[name]
    const created = { permission, rows: entries(Prisma.sql`created_at`, once ?? 'created') }
    if (once !== undefined) return [created]
    const changed = Prisma.sql`${entries(Prisma.sql`updated_at`, 'changed')} AND updated_at > created_at`
    return [created, { permission, rows: changed }]
  })
  return Object.values(sources).flat()
}

function columnOf({ path, fields }: RecordContract, subject: Subject): string | undefined {
  if (path === subject.path) return 'id'
  const [column] = Object.entries<Field>(fields).find(([, { references }]) => references === subject.path) ?? []
  return column
}

/** The last change of an invoice, in the words of the dashboard. */
const invoiceChange = Prisma.sql`
  CASE WHEN status = 'draft' THEN 'changed' WHEN status <> 'cancelled' THEN status WHEN voided_at IS NOT NULL THEN 'voided'
    WHEN written_off_at IS NOT NULL THEN 'written off' ELSE 'settled' END`

/** The invoices of a matter or client, their payments and their credit notes. */
function ofInvoices({ path, id }: Subject, workspaceId: number): Source[] {
  const bills = path === 'matters' ? billsMatter(workspaceId, id) : Prisma.sql`client_user_id = ${id}`
  const invoice = Prisma.sql`
    (SELECT * FROM invoices WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND ${bills}) AS invoice`
  const kindAndId = Prisma.sql`'invoice', invoice_id::text`
  return [
    Prisma.sql`SELECT created_at, ${kindAndId}, 'created', ${invoiceTitle} FROM ${invoice}`,
    Prisma.sql`SELECT updated_at, ${kindAndId}, ${invoiceChange}, ${invoiceTitle} FROM ${invoice} WHERE updated_at > created_at`,
    Prisma.sql`SELECT payment.created_at, ${kindAndId}, 'payment recorded', ${invoiceTitle} FROM ${invoice}
      JOIN allocations USING (workspace_id, invoice_id)
      JOIN payments AS payment ON payment.workspace_id = invoice.workspace_id AND payment.id = payment_id`,
    Prisma.sql`SELECT note.created_at, ${kindAndId}, 'credited', ${invoiceTitle} FROM ${invoice}
      JOIN credit_notes AS note USING (workspace_id, invoice_id)`,
  ].map((rows) => ({ permission: 'invoices:read' as const, rows }))
}

function ofDocumentsAndLeads({ path, id }: Subject, inWorkspace: Prisma.Sql): Source[] {
  const of = (clientColumn: string) =>
    Prisma.sql`${inWorkspace} AND ${identifier(path === 'matters' ? 'case_id' : clientColumn)} = ${id}`
  return [
    {
      permission: 'documents:read',
      rows: Prisma.sql`SELECT created_at, 'document', document_id::text, 'sent', title FROM documents WHERE ${of('client_id')}`,
    },
    {
      permission: 'documents:read',
      rows: Prisma.sql`SELECT coalesce(signed_at, declined_at), 'document', document_id::text, status, title FROM documents WHERE ${of('client_id')} AND coalesce(signed_at, declined_at) IS NOT NULL`,
    },
    {
      permission: 'leads:read',
      rows: Prisma.sql`SELECT created_at, 'lead', lead_id::text, 'captured', ${leadTitle} FROM leads WHERE ${of('client_id')} AND deleted_at IS NULL`,
    },
  ]
}

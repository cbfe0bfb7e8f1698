import { identifier, isoText, oneOf, Prisma, text } from '@matterbase/db'
import { billsMatter, invoiceTitle, leadTitle, titleOf } from '@matterbase/domain'
import { activityKinds, eachRecord, tableOf } from '@matterbase/schemas'
import type { DashContract, Field, Input, Permission, RecordContract, RecordName } from '@matterbase/schemas'
import { validationFailed } from '../../http/errors/api-error.ts'
import type { Context } from '../../http/operations/context.ts'

const most = 50

/** What the activity is asked of. */
interface Subject {
  readonly path: 'matters' | 'clients'
  readonly id: number
}

/** One thing that happens: `rows` selects at, kind, id, what and title. */
interface Source {
  readonly permission: Permission
  readonly rows: Prisma.Sql
}

/** How it is told that there is a new record, where that is not `created`; of these no later change is told. */
const toldOnce: Partial<Record<RecordName, string>> = { timeEntries: 'recorded', expenses: 'recorded' }

/** Everything known to have happened, from the records' own moments. */
export async function activity({ query }: Input<DashContract['home']['activity']>, { caller, sql }: Context) {
  const subject = subjectOf(query)
  const { workspaceId, permissions } = caller
  const here = Prisma.sql`workspace_id = ${workspaceId}`
  const sources = [...ofRecords(subject, here), ...ofInvoices(subject, workspaceId), ...ofOthers(subject, here)]
  const parts = sources
    .filter(({ permission }) => permissions.includes(permission))
    .map(({ rows }) => Prisma.sql`(${rows} ORDER BY 1 DESC LIMIT ${most})`)
  const data = await sql.rows({ at: text, kind: oneOf(activityKinds), id: text, what: text, title: text })`
    SELECT ${isoText('at')} AS at, kind, id, what, title
    FROM (SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) AS happened (at, kind, id, what, title) ORDER BY at DESC LIMIT ${most}) AS latest
    ORDER BY latest.at DESC`
  return { data }
}

/** @throws ApiError validation_failed when it is both or neither. */
function subjectOf({ case_id: matter, client_id: client }: Input<DashContract['home']['activity']>['query']): Subject {
  if (matter !== undefined && client === undefined) return { path: 'matters', id: matter }
  if (client !== undefined && matter === undefined) return { path: 'clients', id: client }
  throw validationFailed([{ field: 'case_id', code: 'required', message: 'must be sent, or client_id instead' }])
}

/** The record itself, and those that refer to it. */
function ofRecords(subject: Subject, here: Prisma.Sql): Source[] {
  const sources = eachRecord((contract, name): Source[] => {
    const { found, operations } = contract
    const column = columnOf(contract, subject)
    if (!found || column === undefined) return []
    const of = Prisma.sql`
      FROM ${identifier(tableOf(contract.path))}
      WHERE ${here} AND deleted_at IS NULL AND ${identifier(column)} = ${subject.id}`
    const told = (at: Prisma.Sql, what: string) => Prisma.sql`
      SELECT ${at}, ${found.kind}::text, id::text, ${what}::text, ${titleOf(contract)} ${of}`
    const permission = operations.list.scope
    const once = toldOnce[name]
    const created = { permission, rows: told(Prisma.sql`created_at`, once ?? 'created') }
    if (once !== undefined) return [created]
    const changed = Prisma.sql`${told(Prisma.sql`updated_at`, 'changed')} AND updated_at > created_at`
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
  const told = Prisma.sql`'invoice', invoice_id::text`
  return [
    Prisma.sql`SELECT created_at, ${told}, 'created', ${invoiceTitle} FROM ${invoice}`,
    Prisma.sql`SELECT updated_at, ${told}, ${invoiceChange}, ${invoiceTitle} FROM ${invoice} WHERE updated_at > created_at`,
    Prisma.sql`SELECT payment.created_at, ${told}, 'payment recorded', ${invoiceTitle} FROM ${invoice}
      JOIN allocations USING (workspace_id, invoice_id)
      JOIN payments AS payment ON payment.workspace_id = invoice.workspace_id AND payment.id = payment_id`,
    Prisma.sql`SELECT note.created_at, ${told}, 'credited', ${invoiceTitle} FROM ${invoice}
      JOIN credit_notes AS note USING (workspace_id, invoice_id)`,
  ].map((rows) => ({ permission: 'invoices:read' as const, rows }))
}

/** What is no ordinary record. */
function ofOthers({ path, id }: Subject, here: Prisma.Sql): Source[] {
  const of = (clientColumn: string) =>
    Prisma.sql`${here} AND ${identifier(path === 'matters' ? 'case_id' : clientColumn)} = ${id}`
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

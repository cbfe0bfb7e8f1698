import { isoText, oneOf, Prisma, text } from '@matterbase/db'
import type { DashContract, Input, Permission } from '@matterbase/schemas'
import { validationFailed } from '../../http/errors/api-error.ts'
import type { Context } from '../../http/operations/context.ts'

const most = 50
const kinds = ['matter', 'client', 'time_entry', 'invoice', 'document', 'lead'] as const

interface Source {
  readonly permission: Permission
  readonly rows: Prisma.Sql
}

const hours = Prisma.sql`coalesce(description, activity_type, duration || ' h', 'Time entry')`

const self = (id: number | undefined) => (id === undefined ? Prisma.sql`false` : Prisma.sql`id = ${id}`)

/** Everything known to have happened, from the records' own moments. */
export async function activity({ query }: Input<DashContract['home']['activity']>, { caller, sql }: Context) {
  const { case_id: matter, client_id: client } = query
  if ((matter === undefined) === (client === undefined))
    throw validationFailed([{ field: 'case_id', code: 'required', message: 'either case_id or client_id is required' }])
  const { workspaceId, permissions } = caller
  const here = Prisma.sql`workspace_id = ${workspaceId}`
  const alive = Prisma.sql`${here} AND deleted_at IS NULL`
  const of = (matterColumn: string, clientColumn: string) =>
    matter === undefined
      ? Prisma.sql`${Prisma.raw(clientColumn)} = ${client}`
      : Prisma.sql`${Prisma.raw(matterColumn)} = ${matter}`
  const matters = matter === undefined ? Prisma.sql`client_id = ${client}` : self(matter)
  const name = Prisma.sql`coalesce(company_name, contact_person, email, 'Client ' || id)`
  const sources: Source[] = [
    {
      permission: 'matters:read',
      rows: Prisma.sql`SELECT created_at AS at, 'matter' AS kind, id::text, 'created' AS what, title FROM matters WHERE ${alive} AND ${matters}`,
    },
    {
      permission: 'matters:read',
      rows: Prisma.sql`SELECT updated_at, 'matter', id::text, 'changed', title FROM matters WHERE ${alive} AND ${matters} AND updated_at > created_at`,
    },
    {
      permission: 'clients:read',
      rows: Prisma.sql`SELECT created_at, 'client', id::text, 'created', ${name} FROM clients WHERE ${alive} AND ${self(client)}`,
    },
    {
      permission: 'clients:read',
      rows: Prisma.sql`SELECT updated_at, 'client', id::text, 'changed', ${name} FROM clients WHERE ${alive} AND ${self(client)} AND updated_at > created_at`,
    },
    {
      permission: 'matters:read',
      rows: Prisma.sql`SELECT created_at, 'time_entry', id::text, 'recorded', ${hours} FROM time_entries WHERE ${alive} AND ${of('case_id', 'client_id')}`,
    },
    {
      permission: 'invoices:read',
      rows: Prisma.sql`SELECT created_at, 'invoice', invoice_id::text, 'created', invoice_number FROM invoices WHERE ${alive} AND ${of('case_id', 'client_user_id')}`,
    },
    {
      permission: 'invoices:read',
      rows: Prisma.sql`SELECT updated_at, 'invoice', invoice_id::text, status, invoice_number FROM invoices WHERE ${alive} AND ${of('case_id', 'client_user_id')} AND updated_at > created_at`,
    },
    {
      permission: 'documents:read',
      rows: Prisma.sql`SELECT created_at, 'document', document_id::text, 'sent', title FROM documents WHERE ${here} AND ${of('case_id', 'client_id')}`,
    },
    {
      permission: 'documents:read',
      rows: Prisma.sql`SELECT coalesce(signed_at, declined_at), 'document', document_id::text, status, title FROM documents WHERE ${here} AND ${of('case_id', 'client_id')} AND coalesce(signed_at, declined_at) IS NOT NULL`,
    },
    {
      permission: 'leads:read',
      rows: Prisma.sql`SELECT created_at, 'lead', lead_id::text, 'captured', coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email, 'Lead') FROM leads WHERE ${alive} AND ${of('case_id', 'client_id')}`,
    },
  ]
  const parts = sources
    .filter(({ permission }) => permissions.includes(permission))
    .map(({ rows }) => Prisma.sql`(${rows} ORDER BY 1 DESC LIMIT ${most})`)
  const data = await sql.rows({ at: text, kind: oneOf(kinds), id: text, what: text, title: text })`
    SELECT ${isoText('at')} AS at, kind, id, what, title
    FROM (SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) AS happened ORDER BY at DESC LIMIT ${most}) AS latest
    ORDER BY latest.at DESC`
  return { data }
}

import { jsonOf, Prisma, text } from '@matterbase/db'
import type { DashContract, Input } from '@matterbase/schemas'
import type { Listing } from '../../core/records/lists/list.ts'
import { byColumn, byName } from '../../core/records/lists/sort-keys.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { named } from '../../core/verbs/actor.ts'
import { conflict, notFound } from '../../core/verbs/refused.ts'

const columns = {
  document_id: 'plain',
  title: 'plain',
  case_id: 'plain',
  client_id: 'plain',
  status: 'plain',
  signer_name: 'plain',
  signer_email: 'plain',
  signed_at: 'timestamp',
  created_at: 'timestamp',
} as const

/** Writes a row of `documents` as JSON text, for `document.signed`. */
export const documentJson = jsonOf(columns)

/** Writes a row of `documents` with the details for members of the account. */
export const documentDetailsJson = jsonOf({
  ...columns,
  created_by: 'plain',
  media_type: 'plain',
  sha256: 'hex',
  sign_expires_at: 'timestamp',
  viewed_at: 'timestamp',
  declined_at: 'timestamp',
  decline_reason: 'plain',
  signed_name: 'plain',
  signed_drawing: 'plain',
  signer_ip: 'plain',
  signer_agent: 'plain',
  signature_number: 'plain',
  signed_proof: 'plain',
  signed_in_as: 'plain',
})

type DocumentQuery = Input<DashContract['documents']['list']>['query']

const filters = ['status', 'case_id', 'client_id'] as const
const sorts = { title: byName('title'), status: byColumn('status', 'text') }

/** The documents that a query lists. */
export const documentListing =
  (workspaceId: number) =>
  (query: DocumentQuery): Listing => ({
    table: Prisma.sql`documents`,
    json: documentDetailsJson,
    id: 'document_id',
    idType: 'bigint',
    sort: query.sort ?? '-document_id',
    sorts,
    conditions: [
      Prisma.sql`workspace_id = ${workspaceId}`,
      ...filters
        .filter((name) => query[name] !== undefined)
        .map((name) => Prisma.sql`${Prisma.raw(name)} = ${query[name]}`),
    ],
  })

/** A document as JSON text. Undefined when it does not exist. */
export async function findDocument(
  { sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>,
  id: number,
  json: Prisma.Sql = documentDetailsJson,
): Promise<string | undefined> {
  const [row] = await sql.rows({ json: text })`
    SELECT ${json} AS json FROM documents WHERE workspace_id = ${workspaceId} AND document_id = ${id}`
  return row?.json
}

/**
 * Requires that a document waits for its signature, and returns its name in the audit log.
 *
 * @throws RefusedError not_found; conflict when it is signed or declined already.
 */
export async function requireWaiting({ sql, workspaceId }: Tx, id: number): Promise<string> {
  const [row] = await sql.rows({ status: text, title: text })`
    SELECT status, title FROM documents WHERE workspace_id = ${workspaceId} AND document_id = ${id}`
  if (!row) throw noSuchDocument(id)
  if (row.status !== 'sent') throw conflict(`This document is already ${row.status}.`)
  return named({ name: row.title, id })
}

export const noSuchDocument = (id: number) => notFound(`No document ${id} in this workspace.`)

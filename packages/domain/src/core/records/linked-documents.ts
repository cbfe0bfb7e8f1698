import { bigint, identifier, int, list } from '@matterbase/db'
import type { Tx } from '../write/transaction.ts'

export type Owner = 'matters' | 'clients'

const columnOf = (of: Owner) => identifier(of === 'clients' ? 'client_id' : 'case_id')

/** The most rows of a statement, which has a time limit. */
const mostAtOnce = 1_000

/** Counts the documents of a matter or client. A signed one is evidence, so it keeps its matter and client. */
export async function countDocuments({ sql, workspaceId }: Tx, of: Owner, id: number) {
  const [row] = await sql.rows({ documents: int, signed_documents: int })`
    SELECT (count(*) FILTER (WHERE status <> 'signed'))::int AS documents,
           (count(*) FILTER (WHERE status = 'signed'))::int AS signed_documents
    FROM documents WHERE workspace_id = ${workspaceId} AND ${columnOf(of)} = ${id}`
  return row ?? { documents: 0, signed_documents: 0 }
}

/** Unlinks the documents of a matter or client that are not signed, each with a stamp of its own. */
export async function unlinkDocuments({ sql, workspaceId, stamps }: Tx, of: Owner, id: number): Promise<void> {
  const rows = await sql.rows({ id: bigint })`
    SELECT document_id AS id FROM documents
    WHERE workspace_id = ${workspaceId} AND ${columnOf(of)} = ${id} AND status <> 'signed' ORDER BY document_id`
  const ids = rows.map((row) => Number(row.id))
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const slice = ids.slice(from, from + mostAtOnce)
    await sql.run`
      UPDATE documents SET ${columnOf(of)} = NULL, updated_at = ${stamps(slice.length)}::timestamptz + (place - 1) * interval '1 ms'
      FROM unnest(${list(slice, 'bigint')}) WITH ORDINALITY AS unlinked (unlinked_id, place)
      WHERE workspace_id = ${workspaceId} AND document_id = unlinked_id`
  }
}

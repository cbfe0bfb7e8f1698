import { bigint, environment, int, Prisma, text } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { write } from '../../core/write/transaction.ts'
import { systemActor } from '../../core/verbs/actor.ts'
import type { Workspace } from '../../core/verbs/actor.ts'
import { deleteDocument } from './delete-document.ts'

// Documents per transaction. The limit bounds how long other writes of the workspace wait.
const batch = 20

/** Documents that were signed or declined longer ago than their firm keeps them; the index knows when they were created. */
const isOver = Prisma.sql`
  document.created_at < now() - make_interval(years => firm.document_years) AND document.status IN ('signed', 'declined')
  AND coalesce(document.signed_at, document.declined_at) < now() - make_interval(years => firm.document_years)`

/** The workspaces that `deleteOldDocuments` has work in. */
export function workspacesWithOldDocuments(db: Db): Promise<Workspace[]> {
  return db.rows({ workspaceId: int, ownerUuid: text, environment })`
    SELECT workspaces.id AS "workspaceId", owner_uuid::text AS "ownerUuid", environment::text
    FROM workspaces JOIN accounts USING (owner_uuid) JOIN firm_profiles AS firm ON firm.workspace_id = workspaces.id
    WHERE closed_at IS NULL AND document_years IS NOT NULL AND EXISTS (
      SELECT FROM documents AS document WHERE document.workspace_id = firm.workspace_id AND ${isOver})`
}

/** Deletes the documents of a workspace whose retention is over, each with an entry in the audit log. @returns how many. */
export async function deleteOldDocuments(db: Db, workspace: Workspace): Promise<number> {
  for (let count = 0; ; count += batch) {
    const deleted = await deleteSome(db, workspace)
    if (deleted < batch) return count + deleted
  }
}

function deleteSome(db: Db, workspace: Workspace): Promise<number> {
  const { workspaceId } = workspace
  const actor = { ...systemActor(workspace), by: { kind: 'system', name: 'document retention' } as const }
  return write(db, workspaceId, async (tx) => {
    const old = await tx.sql.rows({ document_id: bigint })`
      SELECT document_id FROM documents AS document JOIN firm_profiles AS firm USING (workspace_id)
      WHERE workspace_id = ${workspaceId} AND ${isOver} ORDER BY document_id LIMIT ${batch} FOR UPDATE OF document`
    for (const { document_id: id } of old) await deleteDocument(tx, actor, Number(id))
    return old.length
  })
}

import type { Db } from './client.ts'
import { recordEvents } from './events.ts'
import { jsonOf } from './json.ts'
import { requireRecord } from './require-record.ts'
import { write } from './write.ts'

const documentJson = jsonOf({
  document_id: 'plain',
  title: 'plain',
  case_id: 'plain',
  client_id: 'plain',
  status: 'plain',
  signer_name: 'plain',
  signer_email: 'plain',
  signed_at: 'timestamp',
  created_at: 'timestamp',
})

export interface NewDocument {
  readonly title: string
  readonly caseId?: number | undefined
  readonly clientId?: number | undefined
  readonly signerName: string
  readonly signerEmail: string
}

/**
 * Creates a document that waits to be signed, and answers it as JSON text.
 * @throws Error when the matter or client is not in the workspace.
 */
export async function createDocument(db: Db, workspaceId: number, document: NewDocument): Promise<string> {
  const { title, caseId = null, clientId = null, signerName, signerEmail } = document
  return write(db, workspaceId, async (tx) => {
    await requireRecord(tx, 'matters', caseId)
    await requireRecord(tx, 'clients', clientId)
    const [row] = await tx.sql.$queryRaw<{ json: string }[]>`
      INSERT INTO documents (workspace_id, title, case_id, client_id, status, signer_name, signer_email, created_at)
      VALUES (${workspaceId}, ${title}, ${caseId}, ${clientId}, 'sent', ${signerName}, ${signerEmail}, ${tx.now})
      RETURNING ${documentJson} AS json`
    return row?.json ?? ''
  })
}

/**
 * Signs a document, fires `document.signed` and answers it as JSON text, or undefined when the
 * workspace has no such document. One that is signed already stays as it is and fires nothing.
 */
export async function signDocument(db: Db, workspaceId: number, id: number): Promise<string | undefined> {
  return write(db, workspaceId, async (tx) => {
    const [signed] = await tx.sql.$queryRaw<{ json: string }[]>`
      UPDATE documents SET status = 'signed', signed_at = ${tx.now}
      WHERE workspace_id = ${workspaceId} AND document_id = ${id} AND status = 'sent'
      RETURNING ${documentJson} AS json`
    if (signed) await recordEvents(tx, 'document.signed', [signed.json], tx.now)
    const [row] = await tx.sql.$queryRaw<{ json: string }[]>`
      SELECT ${documentJson} AS json FROM documents WHERE workspace_id = ${workspaceId} AND document_id = ${id}`
    return row?.json
  })
}

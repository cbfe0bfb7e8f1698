import { createHash } from 'node:crypto'
import type { Db, Prisma } from '@matterbase/db'
import { jsonOf } from '@matterbase/db'
import { conflict } from '../verbs/refused.ts'
import { requireRecord } from '../tx/require-record.ts'
import { write } from '../tx/write.ts'
import type { Tx } from '../tx/write.ts'

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

/** Writes a row of `documents` as JSON text: what `document.signed` carries. */
export const documentJson = jsonOf(columns)

/** The same with what only the account itself may see. */
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
})

export interface NewDocument {
  readonly title: string
  readonly caseId?: number | null | undefined
  readonly clientId?: number | null | undefined
  readonly signerName: string
  readonly signerEmail: string
  /** The email address of who asks for the signature. */
  readonly createdBy?: string | undefined
}

/**
 * Creates a document that waits to be signed, and answers its id.
 * @throws RefusedError when the matter or client is not in the workspace.
 */
export async function addDocument(tx: Tx, document: NewDocument): Promise<number> {
  const { title, caseId = null, clientId = null, signerName, signerEmail, createdBy = null } = document
  await requireRecord(tx, 'matters', caseId, 'case_id')
  await requireRecord(tx, 'clients', clientId, 'client_id')
  const [row] = await tx.sql.$queryRaw<{ document_id: bigint }[]>`
    INSERT INTO documents (workspace_id, title, case_id, client_id, status, signer_name, signer_email, created_by, created_at)
    VALUES (${tx.workspaceId}, ${title}, ${caseId}, ${clientId}, 'sent', ${signerName}, ${signerEmail}, ${createdBy}, ${tx.now})
    RETURNING document_id`
  return Number(row?.document_id)
}

/** `addDocument` as a transaction of its own; answers the document as JSON text. */
export async function createDocument(db: Db, workspaceId: number, document: NewDocument): Promise<string> {
  return write(db, workspaceId, async (tx) => {
    const id = await addDocument(tx, document)
    return (await findDocument(tx, id, documentJson)) ?? ''
  })
}

/** A document as JSON text, or undefined when the workspace has none of this id. */
export async function findDocument(
  { sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>,
  id: number,
  json: Prisma.Sql = documentDetailsJson,
): Promise<string | undefined> {
  const [row] = await sql.$queryRaw<{ json: string }[]>`
    SELECT ${json} AS json FROM documents WHERE workspace_id = ${workspaceId} AND document_id = ${id}`
  return row?.json
}

export interface DocumentContent {
  readonly mediaType: 'application/pdf' | 'text/plain'
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * Sets what is to be signed. False when the workspace has no such document.
 * @throws RefusedError when it is signed or declined already.
 */
export async function setDocumentContent(tx: Tx, id: number, { mediaType, bytes }: DocumentContent): Promise<boolean> {
  const status = await statusOf(tx, id)
  if (status === undefined) return false
  requireWaiting(status)
  const hash = new Uint8Array(createHash('sha256').update(bytes).digest())
  await tx.sql.$executeRaw`
    UPDATE documents SET content = ${bytes}, media_type = ${mediaType}, sha256 = ${hash}
    WHERE workspace_id = ${tx.workspaceId} AND document_id = ${id}`
  return true
}

export async function statusOf({ sql, workspaceId }: Tx, id: number): Promise<string | undefined> {
  const [row] = await sql.$queryRaw<{ status: string }[]>`
    SELECT status FROM documents WHERE workspace_id = ${workspaceId} AND document_id = ${id}`
  return row?.status
}

/** @throws RefusedError unless the document waits to be signed. */
export function requireWaiting(status: string): void {
  if (status !== 'sent') throw conflict(`This document is ${status} already`)
}

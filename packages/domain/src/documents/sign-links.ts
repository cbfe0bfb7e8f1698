import { randomBytes } from 'node:crypto'
import { requireWaiting, statusOf } from './documents.ts'
import type { Sealer, Sql } from '@matterbase/db'
import { hashToken } from '../sign-in/sessions.ts'
import type { Tx } from '../tx/write.ts'

const validFor = '30 days'

/** What a document's sealed token is bound to. */
export const signTokenContext = (workspaceId: number, id: number | string) => `documents/${workspaceId}/${id}`

export interface SignLink {
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Gives a document a new link to be signed by, good for 30 days; the one before it is worth nothing
 * from then on. Undefined when the workspace has no such document.
 * @throws RefusedError when it is signed or declined already.
 */
export async function renewSignLink(tx: Tx, sealer: Sealer, id: number): Promise<SignLink | undefined> {
  const status = await statusOf(tx, id)
  if (status === undefined) return undefined
  requireWaiting(status)
  const token = randomBytes(32).toString('base64url')
  const sealed = sealer.seal(token, signTokenContext(tx.workspaceId, id))
  const [row] = await tx.sql.$queryRaw<{ sign_expires_at: Date }[]>`
    UPDATE documents SET sign_token_hash = ${hashToken(token)}, sign_token = ${sealed},
      sign_expires_at = ${tx.now}::timestamptz + ${validFor}::text::interval
    WHERE workspace_id = ${tx.workspaceId} AND document_id = ${id} RETURNING sign_expires_at`
  return row && { token, expiresAt: row.sign_expires_at }
}

/** Makes a document's link worth nothing. False when the workspace has no such document. */
export async function revokeSignLink({ sql, workspaceId }: Tx, id: number): Promise<boolean> {
  const touched = await sql.$executeRaw`
    UPDATE documents SET sign_token_hash = NULL, sign_token = NULL, sign_expires_at = NULL
    WHERE workspace_id = ${workspaceId} AND document_id = ${id}`
  return touched > 0
}

/** A document's link as it was given out; null when it has none, undefined when there is no such document. */
export async function findSignLink(
  sql: Sql,
  sealer: Sealer,
  workspaceId: number,
  id: number,
): Promise<SignLink | null | undefined> {
  const [row] = await sql.$queryRaw<{ sign_token: Uint8Array | null; sign_expires_at: Date | null }[]>`
    SELECT sign_token, sign_expires_at FROM documents WHERE workspace_id = ${workspaceId} AND document_id = ${id}`
  if (!row) return undefined
  const { sign_token: sealed, sign_expires_at: expiresAt } = row
  return sealed && expiresAt ? { token: sealer.open(sealed, signTokenContext(workspaceId, id)), expiresAt } : null
}

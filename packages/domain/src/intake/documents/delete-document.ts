import { orNull, text, timestamp } from '@matterbase/db'
import { accountLimits } from '../../core/storage/account-limits.ts'
import { noteFull } from '../../core/storage/note-full.ts'
import { named, requireRecentPassword } from '../../core/verbs/actor.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { RefusedError } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { noSuchDocument } from './document-json.ts'

const columns = {
  title: text,
  status: text,
  signer_name: text,
  signer_email: text,
  signed_at: orNull(timestamp),
  sha256: orNull(text),
}

/**
 * Deletes a document with its content and its link. A signed document is evidence, so only an owner can delete it, with
 * the password. The sealed record of the signature stays, and the audit log keeps the hash of the document, the signer
 * and the date.
 */
export const deleteDocument = verb({
  allow: ['documents:write'],
  async run({ sql, workspaceId, stamp }, actor, id: number) {
    const [document] = await sql.rows(columns)`
      SELECT title, status, signer_name, signer_email, signed_at, encode(sha256, 'hex') AS sha256 FROM documents
      WHERE workspace_id = ${workspaceId} AND document_id = ${id} FOR UPDATE`
    if (!document) throw noSuchDocument(id)
    if (document.status === 'signed') requireMayDestroy(actor)
    await sql.run`DELETE FROM documents WHERE workspace_id = ${workspaceId} AND document_id = ${id}`
    await sql.run`
      INSERT INTO deleted_documents (workspace_id, document_id, deleted_at) VALUES (${workspaceId}, ${id}, ${stamp()})`
    await noteFull(sql, actor.ownerUuid, (await accountLimits(sql, actor.ownerUuid)).maxBytes)
    return document
  },
  action: 'document.deleted',
  note: (id, { title, ...details }) => ({
    target: named({ name: title, id }),
    details: { document_id: id, ...details },
  }),
})

/** @throws RefusedError insufficient_scope, password_needed. */
function requireMayDestroy(actor: Actor): void {
  const { by } = actor
  if (by.kind === 'user' && by.role !== 'owner')
    throw new RefusedError(
      'insufficient_scope',
      `A signed document is evidence, so only an owner can delete it. Your role is ${by.role}.`,
    )
  requireRecentPassword(actor)
}

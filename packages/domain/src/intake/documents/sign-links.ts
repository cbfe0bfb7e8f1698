import { randomBytes } from 'node:crypto'
import { bytes, filled, orNull, signTokenContext, text, timestamp } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import { hashToken } from '../../core/verbs/tokens.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { named } from '../../core/verbs/actor.ts'
import { verb } from '../../core/verbs/verb.ts'
import { noSuchDocument, requireWaiting } from './document-json.ts'

const validFor = '30 days'

export interface SignLink {
  readonly token: string
  readonly expiresAt: Date
}

/** Creates a link to sign a document, valid for 30 days, and ends the previous link. */
export const renewSignLink = verb({
  allow: ['documents:write'],
  async run(tx, _actor, { id, sealer }: { readonly id: number; readonly sealer: Sealer }) {
    const target = await requireWaiting(tx, id)
    return { target, ...(await putSignLink(tx, sealer, id)) }
  },
  action: 'document.link_renewed',
  note: (_renewal, { target }) => ({ target }),
})

export async function putSignLink(tx: Tx, sealer: Sealer, id: number): Promise<SignLink> {
  const token = randomBytes(32).toString('base64url')
  const sealed = sealer.seal(token, signTokenContext(tx.workspaceId, id))
  const [row] = await tx.sql.rows({ sign_expires_at: filled(timestamp) })`
    UPDATE documents SET sign_token_hash = ${hashToken(token)}, sign_token = ${sealed},
      sign_expires_at = ${tx.now}::timestamptz + ${validFor}::text::interval
    WHERE workspace_id = ${tx.workspaceId} AND document_id = ${id} RETURNING sign_expires_at`
  if (!row) throw new Error('A link was not written')
  return { token, expiresAt: row.sign_expires_at }
}

/** Ends a document's link. */
export const revokeSignLink = verb({
  allow: ['documents:write'],
  async run({ sql, workspaceId }, _actor, id: number) {
    const [document] = await sql.rows({ title: text })`
      UPDATE documents SET sign_token_hash = NULL, sign_token = NULL, sign_expires_at = NULL
      WHERE workspace_id = ${workspaceId} AND document_id = ${id} RETURNING title`
    if (!document) throw noSuchDocument(id)
    return named({ name: document.title, id })
  },
  action: 'document.link_ended',
  note: (_id, target) => ({ target }),
})

/**
 * The link of a document. Null without one. Each reader of the link can sign with it, so reading it is noted in the
 * audit log.
 *
 * @throws RefusedError not_found.
 */
export const readSignLink = verb({
  allow: ['documents:write'],
  async run(
    { sql }: Pick<Tx, 'sql'>,
    { workspaceId },
    { id, sealer }: { readonly id: number; readonly sealer: Sealer },
  ) {
    const [row] = await sql.rows({ title: text, sign_token: orNull(bytes), sign_expires_at: orNull(timestamp) })`
      SELECT title, sign_token, sign_expires_at FROM documents WHERE workspace_id = ${workspaceId} AND document_id = ${id}`
    if (!row) throw noSuchDocument(id)
    const { title, sign_token: sealed, sign_expires_at: expiresAt } = row
    const context = signTokenContext(workspaceId, id)
    const link: SignLink | null = sealed && expiresAt ? { token: sealer.open(sealed, context), expiresAt } : null
    return { link, target: named({ name: title, id }) }
  },
  action: 'document.link_read',
  note: (_of, { link, target }) => (link ? { target } : undefined),
})

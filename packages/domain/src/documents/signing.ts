import { bool, bytes, environment, filled, int, oneOf, orNull, text, timestamp } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { documentJson, findDocument, noSuchDocument } from './document-json.ts'
import { joinFirm, letterhead, letterheadColumns } from '../firm/letterhead.ts'
import { recordEvents } from '../tx/events.ts'
import { hashToken } from '../sign-in/sessions.ts'
import { named } from '../verbs/actor.ts'
import type { Actor } from '../verbs/actor.ts'
import { verb } from '../verbs/verb.ts'

/** What is known of a signature given through a link. */
export interface Signature {
  /** The name as it was typed, the signature as it was drawn (SVG path data), or both. */
  readonly name: string | null
  readonly drawing: string | null
  /** SHA-256 in hex of what the signer had before their eyes. */
  readonly sha256: string
}

interface Signing {
  readonly id: number
  /** Default: it is signed without one. */
  readonly signature?: Signature
}

/**
 * Signs a document and fires `document.signed`, once however often it is asked for. Not when it no longer waits,
 * or when its content is not what the signer saw: then `isSigned` is false.
 */
export const signDocument = verb({
  allow: ['documents:write'],
  async run(tx, { by }, { id, signature }: Signing) {
    const { name = null, drawing = null, sha256 = null } = signature ?? {}
    const { ip, userAgent } = originOf(by)
    const [signed] = await tx.sql.rows({ json: text, title: text })`
      WITH signed AS (
      UPDATE documents SET status = 'signed', signed_at = ${tx.now}, signed_name = ${name}, signed_drawing = ${drawing},
        signer_ip = ${ip}, signer_agent = ${userAgent}
      WHERE workspace_id = ${tx.workspaceId} AND document_id = ${id} AND status = 'sent'
        AND (${sha256}::text IS NULL OR encode(sha256, 'hex') = ${sha256}::text)
      RETURNING *)
      SELECT ${documentJson} AS json, title FROM signed`
    if (signed) await recordEvents(tx, 'document.signed', [signed.json])
    const json = signed?.json ?? (await findDocument(tx, id, documentJson))
    if (json === undefined) throw noSuchDocument(id)
    return { json, isSigned: signed !== undefined, title: signed?.title }
  },
  action: 'document.signed',
  note: ({ id }, { title }) => (title === undefined ? undefined : { target: named({ name: title, id }) }),
})

/** Notes that the signer will not sign. Nothing changes when the document no longer waits: the title is undefined. */
export const declineDocument = verb({
  allow: ['documents:write'],
  async run(tx, { by }, { id, reason }: { readonly id: number; readonly reason: string | null }) {
    const { ip, userAgent } = originOf(by)
    const [declined] = await tx.sql.rows({ title: text })`
      UPDATE documents SET status = 'declined', declined_at = ${tx.now}, decline_reason = ${reason}, signer_ip = ${ip},
        signer_agent = ${userAgent ?? ''}
      WHERE workspace_id = ${tx.workspaceId} AND document_id = ${id} AND status = 'sent' RETURNING title`
    return declined?.title
  },
  action: 'document.declined',
  note: ({ id }, title) => (title === undefined ? undefined : { target: named({ name: title, id }) }),
})

const originOf = (by: Actor['by']) => ({
  ip: 'ip' in by ? (by.ip ?? null) : null,
  userAgent: 'userAgent' in by ? (by.userAgent ?? null) : null,
})

/** Whoever has the link of a document: they may sign it. */
export const signerOf = (document: DocumentToSign, from: { ip: string; userAgent: string | undefined }): Actor => ({
  workspaceId: document.workspace_id,
  ownerUuid: document.owner_uuid,
  environment: document.environment,
  permissions: ['documents:write'],
  by: { kind: 'visitor', name: document.signer_email, ...from },
})

const documentToSignColumns = {
  workspace_id: int,
  document_id: int,
  title: text,
  status: oneOf(['sent', 'signed', 'declined']),
  signer_name: text,
  signer_email: text,
  signed_at: orNull(timestamp),
  declined_at: orNull(timestamp),
  media_type: orNull(text),
  sha256: orNull(text),
  /** The text, where the content is text that is short enough to be shown on a page. */
  text: orNull(text),
  is_expired: bool,
  signed_name: orNull(text),
  signed_drawing: orNull(text),
  /** Who asks. */
  ...letterheadColumns,
  owner_uuid: text,
  environment,
}

/** A document as its signer sees it. */
export type DocumentToSign = Row<typeof documentToSignColumns>

// To write a page of more would hold up everybody else's requests.
const longestShown = 256 * 1024

/** The document that a link is for; undefined when it is none of ours, or has been revoked. */
export async function findDocumentToSign(sql: Sql, token: string): Promise<DocumentToSign | undefined> {
  const [row] = await sql.rows(documentToSignColumns)`
    SELECT document.workspace_id, document_id::int, title, status, signer_name, signer_email, signed_at, declined_at, media_type,
           encode(sha256, 'hex') AS sha256, CASE WHEN media_type = 'text/plain' AND octet_length(content) <= ${longestShown} THEN convert_from(content, 'UTF8') END AS text,
           sign_expires_at <= now() AS is_expired, signed_name, signed_drawing, ${letterhead}, account.owner_uuid::text, workspace.environment::text
    FROM documents AS document
    JOIN workspaces AS workspace ON workspace.id = document.workspace_id
    JOIN accounts AS account ON account.owner_uuid = workspace.owner_uuid ${joinFirm}
    WHERE sign_token_hash = ${hashToken(token)} AND account.closed_at IS NULL`
  return row
}

/** Notes when the signer opened the document first. */
export async function noteView(sql: Sql, { workspace_id: workspaceId, document_id: id }: DocumentToSign) {
  await sql.run`
    UPDATE documents SET viewed_at = now() WHERE workspace_id = ${workspaceId} AND document_id = ${id} AND viewed_at IS NULL`
}

/** The bytes that are to be signed. */
export async function findContent(
  sql: Sql,
  workspaceId: number,
  id: number,
): Promise<{ content: Uint8Array; media_type: string } | undefined> {
  const [row] = await sql.rows({ content: filled(bytes), media_type: filled(text) })`
    SELECT content, media_type FROM documents
    WHERE workspace_id = ${workspaceId} AND document_id = ${id} AND content IS NOT NULL AND media_type IS NOT NULL`
  return row
}

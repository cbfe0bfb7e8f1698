import { bool, bytes, environment, filled, int, oneOf, orNull, Prisma, text, timestamp } from '@matterbase/db'
import type { Row, Sql } from '@matterbase/db'
import { joinFirm, letterhead, letterheadColumns } from '../../billing/firm/letterhead.ts'
import { hashToken } from '../../core/verbs/tokens.ts'
import { documentReads } from './read-documents.ts'
import { recordNew } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import type { Actor, Visitor } from '../../core/verbs/actor.ts'

/** A person with the link of a document, and optionally the code, who may sign it. */
export const signerOf = (document: DocumentToSign, from: Visitor, hasCode = false): Actor => ({
  workspaceId: document.workspace_id,
  ownerUuid: document.owner_uuid,
  environment: document.environment,
  permissions: ['documents:write'],
  by: {
    kind: 'visitor',
    by: `signer of document ${document.document_id}, ${hasCode ? 'link and code' : 'link'}`,
    ...from,
  },
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
  is_viewed: bool,
  media_type: orNull(text),
  sha256: orNull(text),
  /** The text, where the content is text that is short enough to be shown on a page. */
  text: orNull(text),
  /** The reason why the link is invalid. Null for a valid link. */
  ended: orNull(oneOf(['expired', 'declined', 'copy_expired'])),
  signed_name: orNull(text),
  signed_drawing: orNull(text),
  /** Who asks. */
  ...letterheadColumns,
  owner_uuid: text,
  environment,
}

/** A document as its signer sees it. */
export type DocumentToSign = Row<typeof documentToSignColumns>

// A signed document outlives the day until which it could be signed: its signer gets a copy for as long as the firm sets.
const ended = Prisma.sql`CASE status
  WHEN 'declined' THEN 'declined'
  WHEN 'signed' THEN CASE WHEN signed_at + make_interval(days => coalesce(firm.signed_copy_days, 30)) <= now() THEN 'copy_expired' END
  ELSE CASE WHEN sign_expires_at <= now() THEN 'expired' END END`

// To write a page of more would hold up everybody else's requests.
const longestShown = 256 * 1024

/** The document of a link. Undefined for an unknown or revoked link. */
export async function findDocumentToSign(sql: Sql, token: string): Promise<DocumentToSign | undefined> {
  const [row] = await sql.rows(documentToSignColumns)`
    SELECT document.workspace_id, document_id::int, title, status, signer_name, signer_email, signed_at, declined_at, viewed_at IS NOT NULL AS is_viewed, media_type,
           encode(sha256, 'hex') AS sha256, CASE WHEN media_type = 'text/plain' AND octet_length(content) <= ${longestShown} THEN convert_from(content, 'UTF8') END AS text,
           ${ended} AS ended, signed_name, signed_drawing, ${letterhead}, account.owner_uuid::text, workspace.environment::text
    FROM documents AS document
    JOIN workspaces AS workspace ON workspace.id = document.workspace_id
    JOIN accounts AS account ON account.owner_uuid = workspace.owner_uuid ${joinFirm}
    WHERE sign_token_hash = ${hashToken(token)} AND account.closed_at IS NULL`
  return row
}

/** Notes when the signer opened the document first, and records the event. */
export async function noteView(tx: Tx, id: number): Promise<void> {
  const { sql, workspaceId, now } = tx
  const viewed = await sql.run`
    UPDATE documents SET viewed_at = ${now}, updated_at = ${tx.stamp()}
    WHERE workspace_id = ${workspaceId} AND document_id = ${id} AND viewed_at IS NULL`
  if (viewed > 0) await recordNew(tx, 'document.viewed', () => documentReads.get(sql, workspaceId, id))
}

/** The content of a document, which may be 10 MiB. */
interface OpenedContent {
  readonly mediaType: string
  readonly length: number
  readonly sha256: Uint8Array
  /** Reads it from PostgreSQL piece by piece, each when it is asked for. @throws Error when the content changes while it is read. */
  readonly pieces: AsyncGenerator<Uint8Array, void>
}

// Held in memory for each reader.
const pieceBytes = 128 * 1024

/** Looks up the content of a document, without its bytes. */
export async function openContent(sql: Sql, workspaceId: number, id: number): Promise<OpenedContent | undefined> {
  const [row] = await sql.rows({ media_type: filled(text), length: filled(int), sha256: filled(bytes) })`
    SELECT media_type, octet_length(content) AS length, sha256 FROM documents
    WHERE workspace_id = ${workspaceId} AND document_id = ${id}
      AND content IS NOT NULL AND media_type IS NOT NULL AND sha256 IS NOT NULL`
  if (!row) return undefined
  const { media_type: mediaType, length, sha256 } = row

  async function* read() {
    for (let from = 1; from <= length; from += pieceBytes) {
      const [found] = await sql.rows({ piece: filled(bytes) })`
        SELECT substring(content FROM ${from} FOR ${pieceBytes}) AS piece FROM documents
        WHERE workspace_id = ${workspaceId} AND document_id = ${id} AND sha256 = ${sha256}`
      if (!found) throw new Error(`The content of document ${id} was changed while it was read`)
      yield found.piece
    }
  }
  return { mediaType, length, sha256, pieces: read() }
}

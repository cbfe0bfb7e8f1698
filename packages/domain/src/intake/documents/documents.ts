import { createHash } from 'node:crypto'
import { bigint } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import { isOneLine, oneLineMessage } from '@matterbase/schemas'
import { requireRoom } from '../../core/storage/storage-quota.ts'
import { requireRecord } from '../../core/tx/require-record.ts'
import { recordNew } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { named } from '../../core/verbs/actor.ts'
import { invalid } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { documentDetailsJson, documentJson, findDocument, requireWaiting } from './document-json.ts'
import { documentReads } from './read-documents.ts'
import { putSignLink } from './sign-links.ts'
import type { SignLink } from './sign-links.ts'

export interface NewDocument {
  readonly title: string
  readonly caseId?: number | null | undefined
  readonly clientId?: number | null | undefined
  readonly signerName: string
  readonly signerEmail: string
  /** The content, as plain text. You can set it later. */
  readonly text?: string | undefined
  /** Seals the link to sign by. Default: there is no link yet. */
  readonly sealer?: Sealer | undefined
}

interface CreatedDocument {
  readonly id: number
  /** As JSON text; with what only the account itself may see when there is a link. */
  readonly json: string
  readonly link: SignLink | undefined
}

/** Creates a document that waits to be signed. */
export const createDocument = verb({
  allow: ['documents:write'],
  async run(tx, { by, ownerUuid }, document: NewDocument): Promise<CreatedDocument> {
    const { title, caseId = null, clientId = null, signerName, signerEmail, text = '', sealer } = document
    const createdBy = by.kind === 'user' ? by.email : null
    requireOneLine({ title, signer_name: signerName, signer_email: signerEmail })
    await requireRecord(tx, 'matters', caseId, 'case_id')
    await requireRecord(tx, 'clients', clientId, 'client_id')
    const [row] = await tx.sql.rows({ document_id: bigint })`
      INSERT INTO documents (workspace_id, title, case_id, client_id, status, signer_name, signer_email, created_by, created_at, updated_at)
      VALUES (${tx.workspaceId}, ${title}, ${caseId}, ${clientId}, 'sent', ${signerName}, ${signerEmail}, ${createdBy}, ${tx.now}, ${tx.stamp()})
      RETURNING document_id`
    const id = Number(row?.document_id)
    const bytes = new TextEncoder().encode(text)
    if (bytes.length > 0) await putContent(tx, id, { mediaType: 'text/plain', bytes })
    await requireRoom(tx.sql, ownerUuid)
    const link = sealer && (await putSignLink(tx, sealer, id))
    const json = await findDocument(tx, id, link ? documentDetailsJson : documentJson)
    if (json === undefined) throw new Error('A document was not written')
    await recordNew(tx, 'document.sent', () => documentReads.get(tx.sql, tx.workspaceId, id))
    return { id, json, link }
  },
  action: 'document.sent',
  note: ({ title, signerEmail }, { id }) => ({
    target: named({ name: title, id }),
    details: { signer_email: signerEmail },
  }),
})

/** Also on the command line. @throws RefusedError. */
function requireOneLine(texts: Readonly<Record<string, string>>) {
  for (const [field, text] of Object.entries(texts))
    if (!isOneLine(text)) throw invalid(field, 'invalid_characters', oneLineMessage)
}

export interface DocumentContent {
  readonly mediaType: 'application/pdf' | 'text/plain'
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Sets what is to be signed of a document that waits for it. */
export const setDocumentContent = verb({
  allow: ['documents:write'],
  async run(tx, { ownerUuid }, { id, content }: { readonly id: number; readonly content: DocumentContent }) {
    const target = await requireWaiting(tx, id)
    await putContent(tx, id, content)
    await requireRoom(tx.sql, ownerUuid)
    return target
  },
  action: 'document.content_set',
  note: ({ content: { mediaType, bytes } }, target) => ({
    target,
    details: { media_type: mediaType, bytes: bytes.length },
  }),
})

async function putContent(tx: Tx, id: number, { mediaType, bytes }: DocumentContent): Promise<void> {
  const hash = new Uint8Array(createHash('sha256').update(bytes).digest())
  await tx.sql.run`
    UPDATE documents SET content = ${bytes}, media_type = ${mediaType}, sha256 = ${hash}, updated_at = ${tx.stamp()}
    WHERE workspace_id = ${tx.workspaceId} AND document_id = ${id}`
}

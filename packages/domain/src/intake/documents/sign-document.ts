import { bigint, filled, orNull, text, timestamp } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import { recordEvents, recordNew } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { named } from '../../core/verbs/actor.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { verb } from '../../core/verbs/verb.ts'
import { documentJson, findDocument, noSuchDocument } from './document-json.ts'
import { proofKind, sealSignature } from './evidence.ts'
import { documentReads } from './read-documents.ts'
import type { SignatureProof, SignedDocument } from './evidence.ts'

/** The circumstances of a signature through a link. */
export interface Signature {
  /** The name as it was typed, the signature as it was drawn (SVG path data), or both. */
  readonly name: string | null
  readonly drawing: string | null
  /** SHA-256 in hex of what the signer had before their eyes. */
  readonly sha256: string
}

/** A signature with what it proves, which is sealed. */
interface ProvenSignature extends Signature {
  readonly proof: SignatureProof
  readonly sealer: Sealer
}

interface Signing {
  readonly id: number
  /** Default: no link, on the command line. */
  readonly signature?: ProvenSignature
}

const signedColumns = {
  json: text,
  document_id: bigint,
  title: text,
  media_type: orNull(text),
  sha256: orNull(text),
  signer_name: text,
  signer_email: text,
  created_by: orNull(text),
  created_at: timestamp,
  viewed_at: orNull(timestamp),
  signed_at: filled(timestamp),
  signed_name: orNull(text),
  signed_drawing: orNull(text),
  signer_ip: orNull(text),
  signer_agent: orNull(text),
}

/**
 * Signs a document and fires `document.signed`, once however often it is asked for. Not when it no longer waits,
 * or when its content is not what the signer saw: then `isSigned` is false. A signature through a link is sealed as a record.
 */
export const signDocument = verb({
  allow: ['documents:write'],
  async run(tx, actor, { id, signature }: Signing) {
    const { name = null, drawing = null, sha256 = null, proof } = signature ?? {}
    const { ip, userAgent } = originOf(actor.by)
    const [signed] = await tx.sql.rows(signedColumns)`
      WITH signed AS (
      UPDATE documents SET status = 'signed', signed_at = ${tx.now}, signed_name = ${name}, signed_drawing = ${drawing},
        signer_ip = ${ip}, signer_agent = ${userAgent}, signed_proof = ${proof ? proofKind(proof) : null},
        signed_in_as = ${proof?.member ?? null}, updated_at = ${tx.stamp()}
      WHERE workspace_id = ${tx.workspaceId} AND document_id = ${id} AND status = 'sent'
        AND (${sha256}::text IS NULL OR encode(sha256, 'hex') = ${sha256}::text)
      RETURNING *)
      SELECT ${documentJson} AS json, document_id, title, media_type, encode(sha256, 'hex') AS sha256, signer_name, signer_email,
             created_by, created_at, viewed_at, signed_at, signed_name, signed_drawing, signer_ip, signer_agent
      FROM signed`
    if (signed) {
      if (signature) await seal(tx, actor, signature, { ...signed, document_id: id })
      await recordEvents(tx, 'document.signed', [signed.json])
    }
    const json = signed?.json ?? (await findDocument(tx, id, documentJson))
    if (json === undefined) throw noSuchDocument(id)
    return { json, isSigned: signed !== undefined, title: signed?.title }
  },
  action: 'document.signed',
  note: ({ id, signature }, { title }) =>
    title === undefined
      ? undefined
      : { target: named({ name: title, id }), details: signature ? provenBy(signature.proof) : {} },
})

async function seal(tx: Tx, actor: Actor, { proof, sealer }: ProvenSignature, document: SignedDocument) {
  const number = await sealSignature(tx, { actor, sealer, document, proof })
  await tx.sql.run`
    UPDATE documents SET signature_number = ${number}
    WHERE workspace_id = ${tx.workspaceId} AND document_id = ${document.document_id}`
}

const provenBy = (proof: SignatureProof) => ({ proof: proofKind(proof), ...signedInAs(proof.member) })
const signedInAs = (member: string | null) => (member === null ? {} : { signed_in_as: member })

interface Declining {
  readonly id: number
  readonly reason: string | null
  /** The email address of the member who was signed in to the browser. */
  readonly member: string | null
}

/** Notes that the signer will not sign. Nothing changes when the document no longer waits: the title is undefined. */
export const declineDocument = verb({
  allow: ['documents:write'],
  async run(tx, { by }, { id, reason, member }: Declining) {
    const { ip, userAgent } = originOf(by)
    const [declined] = await tx.sql.rows({ title: text })`
      UPDATE documents SET status = 'declined', declined_at = ${tx.now}, decline_reason = ${reason}, signer_ip = ${ip},
        signer_agent = ${userAgent ?? ''}, signed_in_as = ${member}, updated_at = ${tx.stamp()}
      WHERE workspace_id = ${tx.workspaceId} AND document_id = ${id} AND status = 'sent' RETURNING title`
    if (declined) await recordNew(tx, 'document.declined', () => documentReads.get(tx.sql, tx.workspaceId, id))
    return declined?.title
  },
  action: 'document.declined',
  note: ({ id, member }, title) =>
    title === undefined ? undefined : { target: named({ name: title, id }), details: signedInAs(member) },
})

const originOf = (by: Actor['by']) => ({
  ip: 'ip' in by ? (by.ip ?? null) : null,
  userAgent: 'userAgent' in by ? (by.userAgent ?? null) : null,
})

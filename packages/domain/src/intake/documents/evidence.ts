import { createHash } from 'node:crypto'
import { bytes, int, signatureSealContext } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import type { Tx } from '../../core/write/transaction.ts'
import type { Actor } from '../../core/verbs/actor.ts'

/** A code that the signer received and typed. */
export interface AcceptedCode {
  readonly sent_to: string
  /** A description of the message, for the reader of the evidence. */
  readonly sent: string
  readonly queued_at: string
  /** When the mail server took the message; null while that was not known. */
  readonly handed_over_at: string | null
  readonly message_id: string
}

/** How a signature came about: what the signer typed and drew is in `SignedDocument`. */
export interface SignatureProof {
  /** The sentence that the signer agreed to. */
  readonly consent: string
  /** The name of the firm on the page. */
  readonly firm: string
  /** The email address of the member who was signed in to the browser. */
  readonly member: string | null
  /** Null where the server sends no email. */
  readonly code: AcceptedCode | null
}

/** A document as it was when it was signed. */
export interface SignedDocument {
  readonly document_id: number
  readonly title: string
  readonly media_type: string | null
  readonly sha256: string | null
  readonly signer_name: string
  readonly signer_email: string
  readonly created_by: string | null
  readonly created_at: Date
  readonly viewed_at: Date | null
  readonly signed_at: Date
  readonly signed_name: string | null
  readonly signed_drawing: string | null
  readonly signer_ip: string | null
  readonly signer_agent: string | null
}

const statements = {
  link: 'The person who signed had the link. No code was sent to the signer, so possession of the link is all that was proven.',
  link_and_code:
    'The person who signed had the link, and typed the code that was sent to the email address of the signer.',
} as const

export type ProofKind = keyof typeof statements

export const proofKind = ({ code }: Pick<SignatureProof, 'code'>): ProofKind => (code ? 'link_and_code' : 'link')

/** The fields of a record, in the order in which they are written. */
function recordOf(number: number, actor: Actor, document: SignedDocument, proof: SignatureProof) {
  const kind = proofKind(proof)
  return {
    version: 1,
    number,
    account: actor.ownerUuid,
    environment: actor.environment,
    document: {
      id: document.document_id,
      title: document.title,
      media_type: document.media_type,
      sha256: document.sha256,
    },
    asked_by: { firm: proof.firm, member: document.created_by },
    /** As the firm entered them. */
    signer: { name: document.signer_name, email: document.signer_email },
    signature: { name: document.signed_name, drawing: document.signed_drawing, consent: proof.consent },
    times: {
      sent: document.created_at.toISOString(),
      first_opened: document.viewed_at?.toISOString() ?? null,
      signed: document.signed_at.toISOString(),
    },
    from: { ip: document.signer_ip, user_agent: document.signer_agent },
    proof: { kind, statement: statements[kind], code: proof.code },
    signed_in_as: proof.member,
  }
}

export type SignatureRecord = ReturnType<typeof recordOf>

/** The hash includes the previous hash, so that no record can be changed, removed or moved without the later ones. */
export function hashRecord(previous: Uint8Array | null, record: string): Uint8Array<ArrayBuffer> {
  const before = previous === null ? '' : Buffer.from(previous).toString('hex')
  return new Uint8Array(createHash('sha256').update(`${before}\n${record}`).digest())
}

interface Sealing {
  readonly actor: Actor
  readonly sealer: Sealer
  readonly document: SignedDocument
  readonly proof: SignatureProof
}

/** Adds a signature to the records of its workspace and returns its number. The workspace is locked. */
export async function sealSignature(tx: Tx, { actor, sealer, document, proof }: Sealing): Promise<number> {
  const { sql, workspaceId, now } = tx
  const [last] = await sql.rows({ number: int, hash: bytes })`
    SELECT number, hash FROM signature_records WHERE workspace_id = ${workspaceId} ORDER BY number DESC LIMIT 1`
  const number = (last?.number ?? 0) + 1
  const previous = last ? new Uint8Array(last.hash) : null
  const record = JSON.stringify(recordOf(number, actor, document, proof))
  const hash = hashRecord(previous, record)
  const seal = sealer.seal(Buffer.from(hash).toString('hex'), signatureSealContext(workspaceId, number))
  await sql.run`
    INSERT INTO signature_records (workspace_id, number, document_id, record, previous_hash, hash, seal, created_at)
    VALUES (${workspaceId}, ${number}, ${document.document_id}, ${record}, ${previous}, ${hash}, ${seal}, ${now})`
  return number
}

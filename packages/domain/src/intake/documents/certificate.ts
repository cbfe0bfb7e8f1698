import { bytes, int, orNull, signatureSealContext, text } from '@matterbase/db'
import type { Sealer, Sql } from '@matterbase/db'
import { hashRecord } from './evidence.ts'
import type { SignatureRecord } from './evidence.ts'

const hex = (of: Uint8Array | null) => (of === null ? null : Buffer.from(of).toString('hex'))

/** The evidence of a signature for its reader. Undefined for a document without evidence. */
export async function findCertificate(sql: Sql, sealer: Sealer, workspaceId: number, documentId: number) {
  const [row] = await sql.rows({ number: int, record: text, previous_hash: orNull(bytes), hash: bytes, seal: bytes })`
    SELECT number, record, previous_hash, hash, seal FROM signature_records
    WHERE workspace_id = ${workspaceId} AND document_id = ${documentId}`
  if (!row) return undefined
  const { number, record, previous_hash: previous, hash, seal } = row
  return {
    kind: 'certificate of an electronic signature',
    is_intact: hex(hashRecord(previous, record)) === hex(hash) && isSealed(sealer, seal, { workspaceId, number, hash }),
    evidence: JSON.parse(record) as SignatureRecord,
    chain: { number, previous_hash: hex(previous), hash: hex(hash), record },
    how_to_check:
      'The SHA-256 of previous_hash (nothing where it is null), a line feed and record is hash. ' +
      'The next certificate of the workspace has this hash as its previous_hash. ' +
      'The SHA-256 of the document is evidence.document.sha256.',
    legal_note:
      'This is the record of a simple electronic signature. It is neither an advanced nor a qualified electronic signature, ' +
      'and its times are those of the server.',
  }
}

interface Sealed {
  readonly workspaceId: number
  readonly number: number
  readonly hash: Uint8Array
}

function isSealed(sealer: Sealer, seal: Uint8Array, { workspaceId, number, hash }: Sealed): boolean {
  try {
    return sealer.open(seal, signatureSealContext(workspaceId, number)) === hex(hash)
  } catch {
    return false
  }
}

import { bigint, bool, bytes, filled, int, orNull, signatureSealContext, text, timestamp } from '@matterbase/db'
import type { Row, Sealer, Sql } from '@matterbase/db'
import { hashRecord } from './evidence.ts'
import type { SignatureRecord } from './evidence.ts'

/** A record that is not as it was sealed. */
interface EvidenceProblem {
  readonly number: number
  readonly document_id: number
  readonly problem: string
}

interface Checked {
  readonly records: number
  readonly problems: readonly EvidenceProblem[]
  /** The hash of the last record in hexadecimal. Stored elsewhere, it proves that no later record is missing. */
  readonly last_hash: string | null
}

const atOnce = 200

const columns = {
  number: int,
  document_id: bigint,
  record: text,
  previous_hash: orNull(bytes),
  hash: bytes,
  seal: bytes,
  title: orNull(text),
  was_deleted: bool,
  sha256: orNull(text),
  content_sha256: orNull(text),
  signed_at: orNull(timestamp),
  signed_name: orNull(text),
  signed_drawing: orNull(text),
  signer_ip: orNull(text),
  signer_agent: orNull(text),
  signed_in_as: orNull(text),
}

type Kept = Row<typeof columns>

/** Checks every sealed signature of a workspace, and the documents that they are of. */
export async function checkEvidence(sql: Sql, sealer: Sealer, workspaceId: number): Promise<Checked> {
  const problems: EvidenceProblem[] = []
  let before: Kept | undefined
  let records = 0
  for (;;) {
    const rows: Kept[] = await keptAfter(sql, workspaceId, before?.number ?? 0)
    for (const row of rows) {
      problems.push(...problemsOf(sealer, workspaceId, row, before))
      before = row
      records++
    }
    if (rows.length < atOnce) break
  }
  problems.push(...(await withoutRecord(sql, workspaceId)))
  return { records, problems, last_hash: before ? hex(before.hash) : null }
}

const keptAfter = (sql: Sql, workspaceId: number, number: number) =>
  sql.rows(columns)`
    SELECT number, document_id, record, previous_hash, hash, seal, title, encode(document.sha256, 'hex') AS sha256,
           encode(sha256(content), 'hex') AS content_sha256, signed_at, signed_name, signed_drawing, signer_ip, signer_agent, signed_in_as,
           EXISTS (
             SELECT FROM audit_entries WHERE action = 'document.deleted' AND details->>'document_id' = signature_records.document_id::text
               AND owner_uuid = (SELECT owner_uuid FROM workspaces WHERE id = ${workspaceId})) AS was_deleted
    FROM signature_records LEFT JOIN documents AS document USING (workspace_id, document_id)
    WHERE workspace_id = ${workspaceId} AND number > ${number} ORDER BY number LIMIT ${atOnce}`

const hex = (of: Uint8Array) => Buffer.from(of).toString('hex')

function problemsOf(sealer: Sealer, workspaceId: number, row: Kept, before: Kept | undefined): EvidenceProblem[] {
  const { number, record, previous_hash: previous } = row
  const found = (problem: string) => ({ number, document_id: Number(row.document_id), problem })
  const last = before?.number ?? 0
  const isChained =
    previous === null ? before === undefined : before !== undefined && hex(previous) === hex(before.hash)
  return [
    ...(number === last + 1 ? [] : [found(`Records ${last + 1} to ${number - 1} are missing`)]),
    ...(isChained ? [] : [found('It does not follow the record before it')]),
    ...(hex(hashRecord(previous, record)) === hex(row.hash) ? [] : [found('Its text was changed')]),
    ...(isSealed(sealer, workspaceId, row) ? [] : [found('Its hash was not sealed by this server')]),
    ...(row.title === null
      ? missing(row).map(found)
      : differences(row).map((what) => found(`The document has another ${what} than the record`))),
  ]
}

/** A document that a member deleted is missing on purpose: its record stays. */
const missing = ({ was_deleted: wasDeleted }: Kept) =>
  wasDeleted ? [] : ['The document is missing, and no member deleted it']

function isSealed(sealer: Sealer, workspaceId: number, { number, hash, seal }: Kept): boolean {
  try {
    return sealer.open(seal, signatureSealContext(workspaceId, number)) === hex(hash)
  } catch {
    return false
  }
}

/** The parts of the document that have changed since the signature. */
function differences(row: Kept): string[] {
  const record = parsed(row.record)
  if (!record) return []
  const pairs: readonly (readonly [what: string, kept: string | null | undefined, sealed: string | null])[] = [
    ['title', row.title, record.document.title],
    ['SHA-256', row.sha256, record.document.sha256],
    ['content', row.content_sha256, record.document.sha256],
    ['time of signing', row.signed_at?.toISOString(), record.times.signed],
    ['name', row.signed_name, record.signature.name],
    ['drawing', row.signed_drawing, record.signature.drawing],
    ['IP address', row.signer_ip, record.from.ip],
    ['browser', row.signer_agent, record.from.user_agent],
    ['member who was signed in', row.signed_in_as, record.signed_in_as],
  ]
  return pairs.filter(([, kept, sealed]) => (kept ?? null) !== sealed).map(([what]) => what)
}

/** Undefined for a text that was changed: that is a problem already. */
function parsed(record: string): SignatureRecord | undefined {
  try {
    const value = JSON.parse(record) as Partial<SignatureRecord>
    return value.document && value.times && value.signature && value.from ? (value as SignatureRecord) : undefined
  } catch {
    return undefined
  }
}

/** Documents whose record was deleted, at the end of the chain too. */
async function withoutRecord(sql: Sql, workspaceId: number): Promise<EvidenceProblem[]> {
  const rows = await sql.rows({ document_id: bigint, number: filled(int) })`
    SELECT document_id, signature_number AS number FROM documents
    WHERE workspace_id = ${workspaceId} AND signature_number IS NOT NULL AND NOT EXISTS (
      SELECT FROM signature_records AS kept
      WHERE kept.workspace_id = ${workspaceId} AND kept.number = signature_number AND kept.document_id = documents.document_id)
    ORDER BY document_id`
  return rows.map(({ document_id: id, number }) => ({
    number,
    document_id: Number(id),
    problem: 'The document was signed, and its record is missing',
  }))
}

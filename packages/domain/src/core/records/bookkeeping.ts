import { identifier, int } from '@matterbase/db'
import { countDocuments } from './linked-documents.ts'
import type { Owner } from './linked-documents.ts'
import type { Tx } from '../write/transaction.ts'

/** How many signed documents, invoices, payments and credit notes name a record. */
interface Bookkeeping {
  readonly signed_documents: number
  readonly invoices: number
  readonly payments: number
  readonly credit_notes: number
}

interface Kept {
  readonly counts: Bookkeeping
  /** How many of the invoices are drafts. */
  readonly drafts: number
  /** How many documents that are not signed name it. They can be unlinked. */
  readonly documents: number
}

/** The documents, invoices, payments and credit notes of a matter or client, with drafts. */
export async function bookkeepingOn(tx: Tx, of: Owner, id: number): Promise<Kept> {
  const { sql, workspaceId } = tx
  const ofClient = of === 'clients'
  const column = identifier(ofClient ? 'client_user_id' : 'case_id')
  const [row] = await sql.rows({ invoices: int, drafts: int, payments: int, credit_notes: int })`
    SELECT count(*)::int AS invoices, (count(*) FILTER (WHERE status = 'draft'))::int AS drafts,
      (SELECT count(*)::int FROM payments
       WHERE workspace_id = ${workspaceId} AND ${ofClient} AND client_id = ${id} AND deleted_at IS NULL) AS payments,
      (SELECT count(*)::int FROM credit_notes
       WHERE workspace_id = ${workspaceId} AND ${ofClient} AND client_id = ${id}) AS credit_notes
    FROM invoices WHERE workspace_id = ${workspaceId} AND ${column} = ${id} AND deleted_at IS NULL`
  const { drafts = 0, ...counts } = row ?? { invoices: 0, payments: 0, credit_notes: 0 }
  const { documents, ...signed } = await countDocuments(tx, of, id)
  return { counts: { ...signed, ...counts }, drafts, documents }
}

const counted = (count: number, noun: string) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`])

/** Why a record stays; undefined where nothing in the books names it. */
export function whyKept({ counts, drafts }: Omit<Kept, 'documents'>, noun: string): string | undefined {
  const { signed_documents: signed, invoices, payments, credit_notes: notes } = counts
  const parts = [
    ...counted(signed, 'signed document'),
    ...counted(invoices - drafts, 'invoice'),
    ...counted(drafts, 'draft invoice'),
    ...counted(payments, 'payment'),
    ...counted(notes, 'credit note'),
  ]
  if (parts.length === 0) return undefined
  const total = signed + invoices + payments + notes
  const named = `${parts.join(', ').replace(/, ([^,]*)$/, ' and $1')} ${total === 1 ? 'names' : 'name'} this ${noun}`
  if (total === drafts) return `${named}. Delete ${drafts === 1 ? 'the draft' : 'the drafts'} first.`
  const instead = noun === 'client' ? '`inactive`' : '`Case Closed`'
  return `${named}, so you cannot delete the ${noun}, not even with \`force\`. Set its status to ${instead} instead.`
}

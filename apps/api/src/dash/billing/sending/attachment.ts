import { mostAttachedBytes } from '@matterbase/domain'
import type { Attachment } from '@matterbase/domain'
import { ciiOf, fillIn, missingFor } from '@matterbase/domain/einvoice'
import type { Sql } from '@matterbase/db'
import type { Drawings } from '../../../drawing/drawings.ts'
import { fileName } from '../../../drawing/file-name.ts'
import { findPrinted, findPrintedNote } from '../../../drawing/find-printed.ts'
import { asIssued } from '../../../drawing/printed-invoice.ts'
import type { Caller } from '../../../http/access/caller.ts'

interface Attaching {
  readonly sql: Sql
  readonly caller: Caller
  readonly drawings: Drawings
}

interface Attached {
  readonly id: number
  /** A credit note instead of the invoice. */
  readonly creditNote: number | undefined
}

/**
 * The invoice or credit note as an attachment: a Factur-X file if no detail is missing, else a PDF. Undefined when the
 * invoice does not exist, and when the file is too large for most mailboxes. Then the message has only the link.
 */
export async function attachmentOf(
  { sql, caller, drawings }: Attaching,
  { id, creditNote }: Attached,
): Promise<Attachment | undefined> {
  const { workspaceId } = caller
  const printed = await (creditNote === undefined
    ? findPrinted(sql, workspaceId, id)
    : findPrintedNote(sql, workspaceId, creditNote))
  if (!printed) return undefined
  const filled = await fillIn(sql, caller, printed.invoice)
  const isComplete = missingFor(filled, 'facturX').length === 0
  const invoice = isComplete ? asIssued({ ...printed, invoice: filled, facturX: ciiOf(filled, 'facturX') }) : printed
  const bytes = await drawings.draw(invoice, { workspaceId, requester: undefined })
  return bytes.length > mostAttachedBytes
    ? undefined
    : { name: fileName(printed.invoice.kind, printed.invoice.number || id, '.pdf'), bytes }
}

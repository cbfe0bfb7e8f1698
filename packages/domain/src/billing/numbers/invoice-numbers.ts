import { text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { isOneLine, oneLineMessage } from '@matterbase/schemas'
import { cleanNumber } from '@matterbase/schemas/reading'
import type { Tx } from '../../core/write/transaction.ts'
import { invalid } from '../../core/verbs/refused.ts'
import { draftNumberPattern } from './draft-number.ts'
import { isTaken, nextNumber } from './next-number.ts'
import type { NumberKind } from './next-number.ts'

/** @throws RefusedError when another invoice of the workspace has the number. */
async function requireFreeNumber({ sql, workspaceId }: Tx, number: string): Promise<void> {
  if (number === '' || !isOneLine(number)) throw invalid('invoice_number', 'invalid_characters', oneLineMessage)
  if (draftNumberPattern.test(number))
    throw invalid('invoice_number', 'reserved', `${number} is reserved for drafts. Choose another number`)
  if (await isTaken(sql, workspaceId, 'invoice', number))
    throw invalid(
      'invoice_number',
      'taken',
      `${number} is already the number of another invoice. Choose another number`,
    )
}

interface NewNumber {
  /** The number of an invoice. Default: the next number. */
  readonly number?: string | undefined
  /** `YYYY-MM-DD`. Default: today. */
  readonly issueDate?: string | null | undefined
}

/**
 * Takes a number, from which the next one is counted. The workspace is locked, and a rollback frees the number, so
 * there are no gaps.
 *
 * @throws RefusedError when another invoice has the number.
 */
export async function takeNumber(
  tx: Tx,
  kind: NumberKind,
  { number: given, issueDate }: NewNumber = {},
): Promise<string> {
  const { sql, workspaceId } = tx
  const chosen = given === undefined ? undefined : cleanNumber(given)
  if (chosen !== undefined) await requireFreeNumber(tx, chosen)
  const number = chosen ?? (await nextNumber(sql, workspaceId, kind, issueDate))
  // The next numbers are counted from this one. A confirmed number of another year stays.
  await sql.run`
    WITH used AS (
      DELETE FROM number_confirmations
      WHERE workspace_id = ${workspaceId} AND kind = ${kind} AND next IS NOT NULL AND (next = ${number} OR ${chosen !== undefined})
    )
    INSERT INTO number_series (workspace_id, kind, last) VALUES (${workspaceId}, ${kind}, ${number})
    ON CONFLICT (workspace_id, kind) DO UPDATE SET last = excluded.last`
  return number
}

/** The invoice with the last number, if it has an issue date. */
export async function lastNumbered(sql: Sql, workspaceId: number) {
  const [row] = await sql.rows({ invoice_number: text, issue_date: text })`
    SELECT invoice_number, issue_date::text AS issue_date FROM invoices
    WHERE workspace_id = ${workspaceId} AND issue_date IS NOT NULL AND deleted_at IS NULL
      AND invoice_number = (SELECT last FROM number_series WHERE workspace_id = ${workspaceId} AND kind = 'invoice')`
  return row ?? null
}

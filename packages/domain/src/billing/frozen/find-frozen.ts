import { orNull, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { currentContent, headOf } from './current-content.ts'
import type { FrozenInvoice } from './frozen-invoice.ts'

/**
 * An invoice as it was issued. Drafts, and invoices from before content was frozen, are returned as they are now.
 * Undefined when the workspace has no such invoice.
 */
export async function findFrozen(sql: Sql, workspaceId: number, id: number): Promise<FrozenInvoice | undefined> {
  const [row] = await sql.rows({ frozen: orNull(text) })`
    SELECT frozen::text AS frozen FROM invoices
    WHERE workspace_id = ${workspaceId} AND invoice_id = ${id} AND deleted_at IS NULL`
  if (!row) return undefined
  if (row.frozen !== null) return parseFrozen(row.frozen)
  return currentContent(sql, { workspaceId, id }, await headOf(sql, workspaceId, id))
}

/** A credit note as it was issued; undefined when the workspace has no such credit note. */
export async function findCreditNote(sql: Sql, workspaceId: number, id: number): Promise<FrozenInvoice | undefined> {
  const [row] = await sql.rows({ frozen: text })`
    SELECT frozen::text AS frozen FROM credit_notes WHERE workspace_id = ${workspaceId} AND id = ${id}`
  return row && parseFrozen(row.frozen)
}

// Written by `frozenColumns`.
const parseFrozen = (json: string) => JSON.parse(json) as FrozenInvoice

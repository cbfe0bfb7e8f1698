import { int, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { cleanNumber } from '@matterbase/schemas/reading'
import { requireUsable } from './confirm-numbers.ts'
import type { NumberKind } from './next-number.ts'

/** The next numbers of a firm, by kind. */
export type NextNumbers = Readonly<Partial<Record<NumberKind, string>>>

/**
 * Lets owners of live workspaces confirm the next numbers of invoices and credit notes after a restore.
 *
 * @param confirmed the numbers that the operator confirms, by the email address of the account.
 * @returns the accounts with invoices that have to confirm a number.
 * @throws Error for an unknown account, RefusedError for a number that cannot be used.
 */
export async function askForNumbers(sql: Sql, confirmed: ReadonlyMap<string, NextNumbers>): Promise<string[]> {
  await sql.run`
    INSERT INTO number_confirmations (workspace_id, kind, restored_at)
    SELECT id, kind, now() FROM workspaces, unnest(ARRAY['invoice', 'credit_note']) AS kind WHERE environment = 'live'
    ON CONFLICT (workspace_id, kind) DO UPDATE SET restored_at = excluded.restored_at, next = NULL, confirmed_at = NULL`
  for (const [email, numbers] of confirmed) {
    const [workspace] = await sql.rows({ id: int })`
      SELECT id FROM workspaces JOIN accounts USING (owner_uuid) WHERE accounts.email = ${email} AND environment = 'live'`
    if (!workspace) throw new Error(`No account ${email} in this database: correct the file of --next-numbers`)
    for (const kind of ['invoice', 'credit_note'] as const) {
      const number = numbers[kind]
      if (number !== undefined) await confirm(sql, workspace.id, kind, cleanNumber(number))
    }
  }
  const rows = await sql.rows({ email: text })`
    SELECT DISTINCT accounts.email FROM number_confirmations JOIN workspaces ON workspaces.id = workspace_id JOIN accounts USING (owner_uuid)
    WHERE next IS NULL AND closed_at IS NULL AND EXISTS (SELECT FROM invoices WHERE invoices.workspace_id = workspaces.id) ORDER BY 1`
  return rows.map(({ email }) => email)
}

async function confirm(sql: Sql, workspaceId: number, kind: NumberKind, number: string): Promise<void> {
  await requireUsable(sql, workspaceId, { kind, number })
  await sql.run`
    UPDATE number_confirmations SET next = ${number}, confirmed_at = now() WHERE workspace_id = ${workspaceId} AND kind = ${kind}`
}

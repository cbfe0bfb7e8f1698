import { invalid } from '../verbs/refused.ts'
import { text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Tx } from '../tx/write.ts'

/** @throws RefusedError when another invoice of the workspace than `ownId` has the number. */
export async function requireFreeNumber({ sql, workspaceId }: Tx, number: string, ownId = 0): Promise<void> {
  if (await isTaken(sql, workspaceId, number, ownId))
    throw invalid('invoice_number', 'taken', `There is an invoice with the number ${number} already`)
}

/** The number after that of the newest invoice; for the first one `INV-<year>-0001`. */
export async function nextInvoiceNumber(sql: Sql, workspaceId: number): Promise<string> {
  const [newest] = await sql.rows({ invoice_number: text })`
    SELECT invoice_number FROM invoices WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL
    ORDER BY invoice_id DESC LIMIT 1`
  let number = newest ? after(newest.invoice_number) : await firstNumber(sql, workspaceId)
  while (await isTaken(sql, workspaceId, number)) number = after(number)
  return number
}

async function firstNumber(sql: Sql, workspaceId: number) {
  const [now] = await sql.rows({ year: text })`SELECT to_char(firm_day(${workspaceId}::int, now()), 'YYYY') AS year`
  return `INV-${now?.year}-0001`
}

/** The same number with its last digits counted on, `INV-099` → `INV-100`; `-2` is added to one without. */
function after(number: string): string {
  const [digits] = /\d+$/.exec(number) ?? []
  if (digits === undefined) return `${number.slice(0, 250)}-2`
  return number.slice(0, -digits.length) + String(BigInt(digits) + 1n).padStart(digits.length, '0')
}

async function isTaken(sql: Sql, workspaceId: number, number: string, ownId = 0): Promise<boolean> {
  const rows = await sql.rows({})`
    SELECT FROM invoices WHERE workspace_id = ${workspaceId} AND invoice_number = ${number} AND invoice_id <> ${ownId}
      AND deleted_at IS NULL`
  return rows.length > 0
}

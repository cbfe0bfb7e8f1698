import { withClients } from '../records/client-of-matter.ts'
import { withInvoiceStatus } from '../records/on-invoice.ts'
import { withMembers } from '../records/worked-by.ts'
import type { Draft, Values } from '../records/record.ts'
import type { Tx } from '../tx/write.ts'

/** One piece, unless it is said how many; the client follows from the matter. */
export async function deriveExpenses(tx: Tx, drafts: readonly Draft[]): Promise<Values[]> {
  const ofInvoices = await withInvoiceStatus(tx, 'expense_id', drafts)
  const whole = await withClients(tx, await withMembers(tx, ofInvoices))
  return whole.map(({ values }) => ({ ...values, quantity: values['quantity'] ?? 1 }))
}

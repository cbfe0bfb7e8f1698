import { withClients } from '../work/client-of-matter.ts'
import { withInvoiceStatus } from '../work/on-invoice.ts'
import type { Draft, Values } from '../../core/records/record.ts'
import type { LockedWorkspace } from '../../core/write/transaction.ts'

/** The quantity is 1 by default. The client follows from the matter. */
export async function deriveExpenses(tx: LockedWorkspace, drafts: readonly Draft[]): Promise<Values[]> {
  const ofInvoices = await withInvoiceStatus(tx, 'expense_id', drafts)
  const whole = await withClients(tx, ofInvoices)
  return whole.map(({ values }) => ({ ...values, quantity: values['quantity'] ?? 1 }))
}

import { withClients } from '../records/client-of-matter.ts'
import type { Draft, Values } from '../records/record.ts'
import type { Tx } from '../tx/write.ts'

/** One piece, unless it is said how many; a new expense without a client takes that of its matter. */
export async function deriveExpenses(tx: Tx, drafts: readonly Draft[]): Promise<Values[]> {
  const whole = await withClients(tx, drafts)
  return whole.map(({ values }) => ({ ...values, quantity: values['quantity'] ?? 1 }))
}

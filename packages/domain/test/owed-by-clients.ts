import { bigint, orNull, text } from '@matterbase/db'
import type { TestDb } from '@matterbase/db/testing'
import { sumOf } from '@matterbase/schemas/decimal'

interface DebtorEntry {
  readonly clientId: number | null
  readonly gross: string
}

/** What each client of a workspace owes less its credit: by the records, and by its debtor account in the journal. */
export async function owedByClients(db: TestDb, workspaceId: number, entries: readonly DebtorEntry[]) {
  const balances = new Map<number | null, string>()
  for (const { clientId, gross } of entries) balances.set(clientId, sumOf(balances.get(clientId) ?? '0', gross))
  const owed = await db.rows({ client_id: bigint, owed: orNull(text) })`
    SELECT id AS client_id, (coalesce((SELECT sum(total_amount - coalesce(amount_paid, 0) - credited - written_off) FROM invoices
        WHERE client_user_id = clients.id AND status IN ('sent', 'overdue')), 0)
      - coalesce((SELECT sum(amount) FROM payments WHERE client_id = clients.id AND deleted_at IS NULL), 0)
      - coalesce((SELECT sum(total) FROM credit_notes WHERE client_id = clients.id), 0)
      + coalesce((SELECT sum(allocations.amount) FROM allocations JOIN invoices USING (workspace_id, invoice_id) WHERE client_user_id = clients.id), 0)
      + coalesce((SELECT sum(amount) FROM refunds WHERE client_id = clients.id AND deleted_at IS NULL), 0))::text AS owed
    FROM clients WHERE workspace_id = ${workspaceId}`
  return owed.map(({ client_id: id, owed: amount }) => ({
    id: Number(id),
    owed: amount ?? '0',
    booked: balances.get(Number(id)) ?? '0',
  }))
}

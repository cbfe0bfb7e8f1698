import { bigint, int, orNull } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { invalid, notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { findAccountingSettings } from '../accounting/settings.ts'

interface ClientBilling {
  /** The client's account at the accountant. */
  readonly debtor_number: number | null
}

/** @throws RefusedError not_found. */
export async function findClientBilling(sql: Sql, workspaceId: number, id: number): Promise<ClientBilling> {
  const [found] = await sql.rows({ debtor_number: orNull(int) })`
    SELECT debtor_number FROM clients LEFT JOIN client_billing ON client_billing.workspace_id = clients.workspace_id AND client_id = id
    WHERE clients.workspace_id = ${workspaceId} AND id = ${id} AND deleted_at IS NULL`
  if (!found) throw notFound(`No client ${id} in this workspace.`)
  return found
}

interface Changes {
  readonly id: number
  readonly changes: { readonly debtor_number?: number | null | undefined }
}

export const updateClientBilling = verb({
  allow: ['clients:write'],
  async run({ sql, workspaceId }, _actor, { id, changes: { debtor_number: number } }: Changes) {
    const before = await findClientBilling(sql, workspaceId, id)
    if (number === undefined || number === before.debtor_number) return before
    await requireFreeNumber(sql, workspaceId, number)
    await sql.run`
      INSERT INTO client_billing (workspace_id, client_id, debtor_number) VALUES (${workspaceId}, ${id}, ${number}::int)
      ON CONFLICT (workspace_id, client_id) DO UPDATE SET debtor_number = excluded.debtor_number`
    return { debtor_number: number }
  },
  action: 'client.billing_changed',
  note: ({ id, changes }) => ({ target: `client ${id}`, details: { fields: Object.keys(changes) } }),
})

/**
 * The workspace is locked, so the number is still free at the write.
 * @throws RefusedError for the number of another client, and for that of invoices without a client.
 */
async function requireFreeNumber(sql: Sql, workspaceId: number, number: number | null) {
  const [taken] = await sql.rows({ client_id: bigint })`
    SELECT client_id FROM client_billing WHERE workspace_id = ${workspaceId} AND debtor_number = ${number}::int`
  if (taken)
    throw invalid('debtor_number', 'taken', `${number} is the number of client ${taken.client_id}. Choose another one`)
  const { first_debtor_number: first } = await findAccountingSettings(sql, workspaceId)
  if (number !== null && number === first)
    throw invalid('debtor_number', 'taken', `${number} is the number of invoices without a client. Choose another one`)
}

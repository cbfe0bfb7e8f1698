import { bigint, filled, list, text } from '@matterbase/db'
import type { Draft } from '../../core/records/record.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { addressFields } from '../billing-details/move-addresses.ts'
import { currentBillTo } from '../frozen/parties.ts'
import { invoiceJson } from './invoice-json.ts'
import { touchInvoices } from './touch-invoices.ts'

/** The fields of a client that invoices show. */
const printed = ['company_name', 'contact_person', 'email', 'address', ...addressFields]

/** Drafts show their client as the client is now, so they change with it. */
export function renewDrafts(clients: readonly Draft[]): ((tx: Tx) => Promise<void>) | undefined {
  const ids = clients.flatMap(({ existing, values }) =>
    existing && printed.some((name) => existing.values[name] !== values[name]) ? [existing.values.id] : [],
  )
  return ids.length === 0 ? undefined : (tx) => followClients(tx, ids)
}

async function followClients(tx: Tx, ids: readonly number[]): Promise<void> {
  const { sql, workspaceId } = tx
  const drafts = await sql.rows({ id: bigint, before: text, client_id: filled(bigint) })`
    SELECT invoice_id AS id, ${invoiceJson} AS before, client_user_id AS client_id FROM invoices
    WHERE workspace_id = ${workspaceId} AND client_user_id = ANY (${list(ids, 'bigint')}) AND status = 'draft' AND deleted_at IS NULL
    ORDER BY invoice_id`
  const recipients = new Map<bigint, string>()
  for (const { client_id: id } of drafts)
    if (!recipients.has(id)) recipients.set(id, await currentBillTo(sql, workspaceId, id))
  await touchInvoices(
    tx,
    drafts.map(({ client_id: id, ...draft }) => ({ ...draft, billTo: recipients.get(id) })),
  )
}

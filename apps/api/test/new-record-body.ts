import { int } from '@matterbase/db'
import { createInvoice } from '@matterbase/domain/testing'
import type { RecordContract } from '@matterbase/schemas'
import { recordBody } from '@matterbase/schemas/testing'
import { randomUUID } from 'node:crypto'
import type { Api } from './harness.ts'

/** A body that makes a record in the workspace of an API key. An external record belongs to a new invoice. */
export const newRecordBody = async (
  api: Api,
  key: string,
  contract: RecordContract,
  text: string,
): Promise<object> => ({
  ...recordBody(contract, text),
  ...(await targetOf(api, key, contract.path)),
})

/** The fields of a new record that name an invoice, which the API does not make. None for most records. */
export async function targetOf(api: Api, key: string, path: string): Promise<object> {
  if (path !== 'external-records') return {}
  const me = await api.call('GET', '/me', { key })
  const { id } = me.body['key'] as { id: number }
  const [row] = await api.db.rows({ workspace_id: int })`SELECT workspace_id FROM api_keys WHERE id = ${id}`
  const invoice = await createInvoice(api.db, row?.workspace_id ?? 0, { number: randomUUID(), total: 1 })
  return { resource: 'invoice', resource_id: (JSON.parse(invoice) as { invoice_id: number }).invoice_id }
}

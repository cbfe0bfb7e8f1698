import { requireUnchanged } from '../../core/records/tag.ts'
import type { Seen } from '../../core/records/tag.ts'
import { recordEvents } from '../../core/write/record-events.ts'
import { conflict } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { removeExternalRecord } from '../external-records/remove-external-record.ts'
import { requireInvoice } from './find-invoice.ts'
import { replaceLines } from '../lines/invoice-lines.ts'

interface Removal {
  readonly id: number
  readonly seen?: Seen | undefined
}

/** Deletes a draft; the time on it waits to be billed again. */
export const deleteInvoice = verb({
  allow: ['invoices:write'],
  async run(tx, _actor, { id, seen }: Removal) {
    const { json, status, number } = await requireInvoice(tx, id)
    requireUnchanged(seen, json)
    if (status !== 'draft')
      throw conflict(`This invoice is ${status}. Only a draft can be deleted. Void this invoice instead.`)
    await replaceLines(tx, { id, clientId: null }, [])
    const stamp = tx.stamp()
    await tx.sql.run`
      UPDATE invoices SET deleted_at = ${stamp}, updated_at = ${stamp}
      WHERE workspace_id = ${tx.workspaceId} AND invoice_id = ${id}`
    const tombstone = { id, external_id: null, deleted_at: stamp, updated_at: stamp }
    await recordEvents(tx, 'invoice.deleted', [JSON.stringify(tombstone)])
    await removeExternalRecord(tx, 'invoice', id)
    return { number }
  },
  action: 'invoice.deleted',
  note: (_removal, { number }) => ({ target: number }),
})

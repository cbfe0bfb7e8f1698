import { requireInvoice } from '@matterbase/domain'
import {
  createCreditNote,
  recordPayment,
  removePayment,
  settlementOf,
  spendCredit,
  writeOff,
} from '@matterbase/domain/payments'
import type { DashContract } from '@matterbase/schemas'
import { RawJson } from '../../../http/answer/raw-json.ts'
import type { Handlers } from '../../../http/operations/context.ts'

export const settling: Handlers<DashContract['settling']> = {
  async settlement({ params: { id } }, { caller: { workspaceId }, sql }) {
    await requireInvoice({ sql, workspaceId }, id)
    const settlement = await settlementOf(sql, workspaceId, id)
    return {
      owed: new RawJson(settlement.owed),
      credited: new RawJson(settlement.credited),
      written_off: new RawJson(settlement.written_off),
      client_credit: new RawJson(settlement.client_credit),
      payments: new RawJson(settlement.payments),
      credit_notes: new RawJson(settlement.credit_notes),
      credited_taxes: new RawJson(settlement.credited_taxes),
      open_invoices: new RawJson(settlement.open_invoices),
    }
  },

  record: ({ body }, { caller, write }) =>
    write(async (tx) => ({ data: { id: (await recordPayment(tx, caller, body)).id } })),

  remove: ({ params: { id } }, { caller, write }) =>
    write(async (tx) => {
      await removePayment(tx, caller, id)
      return { success: true as const }
    }),

  spendCredit: ({ params: { id } }, { caller, write }) =>
    write(async (tx) => ({ data: new RawJson((await spendCredit(tx, caller, id)).json) })),

  writeOff: ({ params: { id }, body }, { caller, write }) =>
    write(async (tx) => ({ data: new RawJson((await writeOff(tx, caller, { id, ...body })).json) })),

  credit: ({ params: { id }, body }, { caller, write }) =>
    write(async (tx) => {
      const { id: noteId, number } = await createCreditNote(tx, caller, { invoice_id: id, ...body })
      return { data: { id: noteId, number } }
    }),
}

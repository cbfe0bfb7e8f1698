import { clientCreditOf, recordRefund, removeRefund } from '@matterbase/domain/payments'
import type { DashContract } from '@matterbase/schemas'
import { RawJson } from '../../../http/answer/raw-json.ts'
import type { Handlers } from '../../../http/operations/context.ts'

export const refunds: Handlers<DashContract['refunds']> = {
  async ofClient({ params: { id } }, { caller: { workspaceId }, sql }) {
    const { credits, refunds } = await clientCreditOf(sql, workspaceId, id)
    return { credits: new RawJson(credits), refunds: new RawJson(refunds) }
  },

  record: ({ body }, { caller, write }) =>
    write(async (tx) => ({ data: { id: (await recordRefund(tx, caller, body)).id } })),

  remove: ({ params: { id } }, { caller, write }) =>
    write(async (tx) => {
      await removeRefund(tx, caller, id)
      return { success: true as const }
    }),
}

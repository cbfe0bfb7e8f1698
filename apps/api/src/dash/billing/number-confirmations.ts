import { confirmNumber, listUnconfirmed } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'

export const numberConfirmations: Handlers<DashContract['numberConfirmations']> = {
  async list(_input, { caller: { workspaceId }, sql }) {
    const found = await listUnconfirmed(sql, workspaceId)
    return { data: found.map((one) => ({ ...one, restored_at: one.restored_at.toISOString() })) }
  },

  confirm: ({ body }, { caller, write }) =>
    write(async (tx) => ({ data: { number: (await confirmNumber(tx, caller, body)).number } })),
}

import { listRates, ratedMembers, rateFor, removeRate, setRate } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'

const success = { success: true } as const

export const rates: Handlers<DashContract['rates']> = {
  async list(_input, { caller: { workspaceId, ownerUuid }, sql }) {
    const found = await listRates(sql, workspaceId)
    const data = found.map(({ id, target_id: target, ...rate }) => ({
      ...rate,
      id: Number(id),
      target_id: target === null ? null : Number(target),
    }))
    return { data, members: await ratedMembers(sql, ownerUuid) }
  },

  set: ({ body }, { caller, write }) =>
    write(async (tx) => {
      await setRate(tx, caller, body)
      return success
    }),

  remove: ({ params: { id } }, { caller, write }) =>
    write(async (tx) => {
      await removeRate(tx, caller, id)
      return success
    }),

  resolve: ({ query }, { caller, sql }) => rateFor(sql, caller, query),
}

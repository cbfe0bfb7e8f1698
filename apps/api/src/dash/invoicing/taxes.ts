import { listTaxRates, setTaxRates } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'

export const taxes: Handlers<DashContract['taxes']> = {
  list: async (_input, { caller: { workspaceId }, sql }) => ({ data: await listTaxRates(sql, workspaceId) }),

  set: ({ body: { data } }, { caller, write }) => write(async (tx) => ({ data: await setTaxRates(tx, caller, data) })),
}

import { expenseTax, listTaxRates, setExpenseTax, setTaxRates } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'

export const taxes: Handlers<DashContract['taxes']> = {
  list: async (_input, { caller: { workspaceId }, sql }) => ({ data: await listTaxRates(sql, workspaceId) }),

  set: ({ body: { data } }, { caller, write }) =>
    write(async (tx) => ({ data: (await setTaxRates(tx, caller, data)).after })),

  ofExpense: async ({ params: { id } }, { caller: { workspaceId }, sql }) => ({
    data: await expenseTax(sql, workspaceId, id),
  }),

  setOfExpense: ({ params: { id }, body: { tax } }, { caller, write }) =>
    write(async (tx) => ({ data: await setExpenseTax(tx, caller, { id, tax }) })),
}

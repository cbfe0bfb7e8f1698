import { findAccountingSettings, journalTotalsOf, updateAccountingSettings } from '@matterbase/domain/accounting'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../../http/operations/context.ts'

export const accounting: Handlers<DashContract['accounting']> = {
  settings: async (_input, { caller: { workspaceId }, sql }) => ({
    data: await findAccountingSettings(sql, workspaceId),
  }),

  updateSettings: ({ body }, { caller, write }) =>
    write(async (tx) => ({ data: (await updateAccountingSettings(tx, caller, body)).after })),

  totals: async ({ query: { from_date: from, to_date: to } }, { caller, sql }) => ({
    data: await journalTotalsOf(sql, caller, { from, to }),
  }),
}

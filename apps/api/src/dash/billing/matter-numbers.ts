import { matterNumbers as numbersOf, setMatterNumbers } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'

export const matterNumbers: Handlers<DashContract['matterNumbers']> = {
  get: async ({ query: { pattern } }, { caller: { workspaceId }, sql }) => ({
    data: await numbersOf(sql, workspaceId, pattern),
  }),

  set: ({ body: { pattern = null } }, { caller, write }) =>
    write(async (tx) => ({ data: (await setMatterNumbers(tx, caller, pattern)).after })),
}

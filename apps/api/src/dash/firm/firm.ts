import { findFirm, updateFirm } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'

export const firm: Handlers<DashContract['firm']> = {
  get: async (_input, { caller, sql }) => ({ data: await findFirm(sql, caller.workspaceId) }),

  update: ({ body }, { caller, write }) => write(async (tx) => ({ data: await updateFirm(tx, caller, body) })),
}

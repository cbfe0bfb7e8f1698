import { findFirm, updateFirm } from '@matterbase/domain'
import { bankDetailsNotice } from '@matterbase/domain/sending'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../../http/operations/context.ts'
import type { WorkspaceDeps } from '../../deps.ts'

export const firm = ({ canMail, publicUrl, sealer }: WorkspaceDeps): Handlers<DashContract['firm']> => {
  const notify = canMail ? bankDetailsNotice({ publicUrl, sealer }) : undefined
  return {
    get: async (_input, { caller, sql }) => ({ data: await findFirm(sql, caller.workspaceId) }),

    update: ({ body: changes }, { caller, write }) =>
      write(async (tx) => ({ data: (await updateFirm(tx, caller, { changes, notify })).firm })),
  }
}

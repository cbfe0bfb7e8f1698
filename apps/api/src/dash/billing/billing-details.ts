import {
  findClientBilling,
  findMatterBilling,
  listTimekeepers,
  setTimekeeper,
  updateClientBilling,
  updateMatterBilling,
} from '@matterbase/domain/einvoice'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'

export const billingDetails: Handlers<DashContract['billingDetails']> = {
  getOfClient: async ({ params: { id } }, { caller, sql }) => ({
    data: await findClientBilling(sql, caller.workspaceId, id),
  }),

  updateOfClient: ({ params: { id }, body: changes }, { caller, write }) =>
    write(async (tx) => ({ data: await updateClientBilling(tx, caller, { id, changes }) })),

  getOfMatter: async ({ params: { id } }, { caller, sql }) => ({
    data: await findMatterBilling(sql, caller.workspaceId, id),
  }),

  updateOfMatter: ({ params: { id }, body }, { caller, write }) =>
    write(async (tx) => ({ data: await updateMatterBilling(tx, caller, { ...body, id }) })),

  listTimekeepers: async (_input, { caller, sql }) => ({
    data: await listTimekeepers(sql, caller.workspaceId, caller.ownerUuid),
  }),

  setTimekeeper: ({ params, body }, { caller, write }) =>
    write(async (tx) => {
      await setTimekeeper(tx, caller, { ...body, ...params })
      return { success: true } as const
    }),
}

import {
  changeCustomField,
  createCustomField,
  deleteCustomField,
  listDeletedCustomFields,
  orderCustomFields,
} from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'

export const customFieldSettings: Handlers<DashContract['customFieldSettings']> = {
  listDeleted: async (_input, { caller: { workspaceId }, sql }) => ({
    data: await listDeletedCustomFields(sql, workspaceId),
  }),

  create: ({ body }, { caller, write }) => write(async (tx) => ({ data: await createCustomField(tx, caller, body) })),

  update: ({ params: { id }, body }, { caller, write }) =>
    write(async (tx) => ({ data: await changeCustomField(tx, caller, { ...body, id }) })),

  order: ({ body }, { caller, write }) => write(async (tx) => ({ data: await orderCustomFields(tx, caller, body) })),

  delete: ({ params: { id } }, { caller, write }) =>
    write(async (tx) => {
      await deleteCustomField(tx, caller, { id })
      return { success: true as const }
    }),
}

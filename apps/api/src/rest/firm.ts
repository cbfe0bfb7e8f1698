import { findPublicFirm, listTaxRates } from '@matterbase/domain'
import type { Contract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'

export const firm: Handlers<Contract['firm']> = {
  get: async (_input, { caller, sql }) => ({ data: await findPublicFirm(sql, caller.workspaceId) }),
}

export const taxRates: Handlers<Contract['taxRates']> = {
  list: async (_input, { caller, sql }) => ({ data: await listTaxRates(sql, caller.workspaceId) }),
}

import { listCustomFields } from '@matterbase/domain'
import type { Contract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'

export const customFields: Handlers<Contract['customFields']> = {
  async list({ query }, { caller, sql }) {
    const data = await listCustomFields(sql, caller, query)
    return { count: data.length, data }
  },
}

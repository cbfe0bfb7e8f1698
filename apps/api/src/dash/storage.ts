import { accountStorage } from '@matterbase/domain/storage'
import type { AccountContract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'

/** The stored bytes of the account. */
export const storage: Handlers<AccountContract['storage']> = {
  async get(_input, { caller, sql }) {
    const { used, most, parts } = await accountStorage(sql, caller.ownerUuid)
    return { data: { used_bytes: used, limit_bytes: most, parts: [...parts] } }
  },
}

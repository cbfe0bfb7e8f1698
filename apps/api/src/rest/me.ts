import type { Contract } from '@matterbase/schemas'
import { notFound } from '../http/errors/api-error.ts'
import type { Handlers } from '../http/operations/context.ts'

export const me: Handlers<Contract['me']> = {
  async get(_input, { caller: { key, history, environment, ownerUuid } }) {
    // Members of the dashboard have no API key.
    if (!key || !history) throw notFound()
    const { id, name, scopes, rateTier, actsFor = null } = key
    return {
      key: { id, name, environment, scopes: [...scopes], rate_tier: rateTier, acts_for: actsFor },
      workspace: { epoch: history.epoch },
      owner_uuid: ownerUuid,
    }
  },
}

import type { Contract } from '@matterbase/schemas'
import type { Handlers } from '../http/context.ts'

export const me: Handlers<Contract['me']> = {
  async get(_input, { caller: { key, environment, ownerUuid } }) {
    const { id, name, scopes, rateTier } = key
    return { key: { id, name, environment, scopes: [...scopes], rate_tier: rateTier }, owner_uuid: ownerUuid }
  },
}

import type { Contract } from '@matterbase/schemas'
import { notFound } from '../http/errors/api-error.ts'
import type { Handlers } from '../http/operations/context.ts'

export const me: Handlers<Contract['me']> = {
  async get(_input, { caller: { key, environment, ownerUuid } }) {
    // The dashboard, whose callers have no key, does not offer this.
    if (!key) throw notFound()
    const { id, name, scopes, rateTier } = key
    return { key: { id, name, environment, scopes: [...scopes], rate_tier: rateTier }, owner_uuid: ownerUuid }
  },
}

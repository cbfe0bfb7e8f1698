import { createKey, notFound, readKey, readKeys, revokeKey, rotateKey, usesOfKey } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { KeyDetails } from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'
import type { Caller } from '../../http/access/caller.ts'

/** The API keys of a workspace. */
export const keys: Handlers<DashContract['keys']> = {
  async list(_input, { caller, sql }) {
    return { keys: (await readKeys(sql, caller.workspaceId)).map((key) => withEnvironment(key, caller)) }
  },

  create: ({ body: { name, scopes, rate_tier: tier, expires_at: expires, acts_for: actsFor } }, { caller, write }) =>
    write(async (tx) => {
      const { id, key } = await createKey(tx, caller, { name, scopes, tier, expires, actsFor })
      return { data: await find(tx.sql, caller, id), key }
    }),

  async get({ params: { id } }, { caller, sql }) {
    return { data: await find(sql, caller, id), uses: await usesOfKey(sql, caller.workspaceId, id) }
  },

  rotate: ({ params: { id }, body: { overlap_hours: overlapHours } }, { caller, write }) =>
    write(async (tx) => {
      const { key } = await rotateKey(tx, caller, { id, overlapHours })
      return { data: await find(tx.sql, caller, key.id), key: key.key, previous: await find(tx.sql, caller, id) }
    }),

  revoke: ({ params: { id } }, { caller, write }) =>
    write(async (tx) => {
      await revokeKey(tx, caller, id)
      return { data: await find(tx.sql, caller, id) }
    }),
}

async function find(sql: Sql, caller: Caller, id: number) {
  const key = await readKey(sql, caller.workspaceId, id)
  if (!key) throw notFound()
  return withEnvironment(key, caller)
}

const withEnvironment = (key: KeyDetails, { environment }: Caller) => ({ ...key, environment })

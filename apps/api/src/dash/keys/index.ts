import { addKey, endKey, readKey, readKeys, rotateKey, usesOfKey } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { CreatedKey, KeyDetails } from '@matterbase/domain'
import type { DashContract, Scope } from '@matterbase/schemas'
import { ApiError, notFound, validationFailed } from '../../http/errors/api-error.ts'
import type { Caller, Handlers } from '../../http/operations/context.ts'
import { audit } from '../audit/audit-log.ts'
import { requireGrantable } from './grant.ts'
import type { WorkspaceDeps } from '../deps.ts'
import { requireRecentPasswordInLive } from '../session/recent-password.ts'

/** The API keys of a workspace. */
export const keys = (_deps: WorkspaceDeps): Handlers<DashContract['keys']> => ({
  async list(_input, { caller, sql }) {
    return { keys: (await readKeys(sql, caller.workspaceId)).map((key) => shown(key, caller)) }
  },

  create({ body }, { caller, write }) {
    requireRecentPasswordInLive(caller)
    const { name, scopes, rate_tier: tier = 'free', expires_at: expires = null } = body
    const expiresAt = expires === null ? {} : { expiresAt: requireFuture(expires) }
    return write(async ({ sql, workspaceId }) => {
      const { environment } = caller
      const createdBy = await requireGrantable(sql, caller, scopes)
      const created = await addKey(sql, { workspaceId, environment, name, scopes, tier, createdBy, ...expiresAt })
      await audit(sql, caller, { action: 'key.created', target: named(created), details: { scopes, tier, expires } })
      return { data: await find(sql, caller, created.id), key: created.key }
    })
  },

  async get({ params: { id } }, { caller, sql }) {
    return { data: await find(sql, caller, id), uses: await usesOfKey(sql, caller.workspaceId, id) }
  },

  rotate({ params: { id }, body: { overlap_hours: overlapHours } }, { caller, write }) {
    requireRecentPasswordInLive(caller)
    return write(async ({ sql, workspaceId }) => {
      const { environment } = caller
      const old = await find(sql, caller, id)
      const createdBy = await requireGrantable(sql, caller, old.scopes)
      const rotated = await rotateKey(sql, { workspaceId, environment, id, overlapHours, createdBy })
      if (!rotated)
        throw new ApiError('conflict', `The key ${old.name} is ${whyNot(old)}: only one that works can be rotated`)
      const { key, previousExpiresAt } = rotated
      const details = { from: id, to: key.id, previous_expires_at: previousExpiresAt.toISOString() }
      await audit(sql, caller, { action: 'key.rotated', target: named(key), details })
      return { data: await find(sql, caller, key.id), key: key.key, previous: await find(sql, caller, id) }
    })
  },

  revoke: ({ params: { id } }, { caller, write }) =>
    write(async ({ sql, workspaceId }) => {
      const before = await find(sql, caller, id)
      await endKey(sql, workspaceId, id)
      if (before.state !== 'revoked') await audit(sql, caller, { action: 'key.revoked', target: named(before) })
      return { data: await find(sql, caller, id) }
    }),
})

async function find(sql: Sql, caller: Caller, id: number) {
  const key = await readKey(sql, caller.workspaceId, id)
  if (!key) throw notFound()
  return shown(key, caller)
}

const shown = (key: KeyDetails, { environment }: Caller) => ({ ...key, environment, scopes: key.scopes as Scope[] })

const named = ({ id, name }: Pick<CreatedKey, 'id' | 'name'>) => `${name} (${id})`

function whyNot({ state, replaced_by: replacedBy }: KeyDetails): string {
  return state === 'active' && replacedBy !== null ? `replaced by key ${replacedBy} already` : state
}

function requireFuture(moment: string): Date {
  const at = new Date(moment)
  if (at.getTime() > Date.now()) return at
  throw validationFailed([{ field: 'expires_at', code: 'out_of_range', message: 'must be in the future' }])
}

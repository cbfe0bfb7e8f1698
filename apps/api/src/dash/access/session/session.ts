import { transaction } from '@matterbase/db'
import { listMemberships, firmFormats, renameAccount, renameUser, switchSession } from '@matterbase/domain'
import type { UserMembership } from '@matterbase/domain'
import { grantableScopes } from '@matterbase/schemas'
import type { AccountContract } from '@matterbase/schemas'
import { notFound } from '../../../http/errors/api-error.ts'
import type { Handlers } from '../../../http/operations/context.ts'
import type { DashDeps } from '../../deps.ts'
import { requireUser } from './require-user.ts'

const accountOf = ({ owner_uuid: uuid, name, email }: UserMembership) => ({ owner_uuid: uuid, name, email })

export const session = ({ db, publicUrl, isUnencrypted, cookie }: DashDeps): Handlers<AccountContract['session']> => ({
  async get(_input, { caller }) {
    const { id, email, name, role } = requireUser(caller)
    const memberships = await listMemberships(db, id)
    const current = memberships.find(({ owner_uuid: uuid }) => uuid === caller.ownerUuid)
    if (!current) throw notFound()
    return {
      user: { id, email, name, totp_enabled: current.totp_enabled },
      account: accountOf(current),
      accounts: memberships.map(accountOf),
      role,
      manners: await firmFormats(db, caller.ownerUuid),
      permissions: [...caller.permissions],
      grantable_scopes: grantableScopes(caller.permissions),
      must_set_up_two_factor: caller.lacksTwoFactor === true,
      public_url: publicUrl,
      is_encrypted: cookie.isEncrypted,
      is_exposed: isUnencrypted,
    }
  },

  async switchAccount({ body: { owner_uuid: ownerUuid } }, { caller }) {
    const { sessionHash } = requireUser(caller)
    await transaction(db, (sql) => switchSession({ sql }, { ...caller, ownerUuid }, sessionHash))
    return { success: true }
  },

  async updateProfile({ body: { name } }, { caller }) {
    await renameUser(db, requireUser(caller).id, name.trim())
    return { success: true }
  },

  async updateAccount({ body: { name } }, { caller }) {
    await transaction(db, (sql) => renameAccount({ sql }, caller, name.trim()))
    return { success: true }
  },
})

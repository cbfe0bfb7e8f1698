import { transaction } from '@matterbase/db'
import { mannersOf, renameAccount, switchSession } from '@matterbase/domain'
import { grantableScopes } from '@matterbase/schemas'
import type { AccountContract } from '@matterbase/schemas'
import { notFound } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import type { DashDeps } from '../deps.ts'
import { requireUser } from './require-user.ts'

export const session = ({ db, publicUrl, isExposed, cookie }: DashDeps): Handlers<AccountContract['session']> => ({
  async get(_input, { caller }) {
    const { id, email, name, role } = requireUser(caller)
    const found = await db.user.findUnique({
      where: { id },
      select: {
        totp_enabled_at: true,
        memberships: {
          where: { account: { closed_at: null } },
          select: { account: { select: { owner_uuid: true, name: true, email: true } } },
          orderBy: { created_at: 'asc' },
        },
      },
    })
    const accounts = found?.memberships.map(({ account }) => account) ?? []
    const account = accounts.find(({ owner_uuid: uuid }) => uuid === caller.ownerUuid)
    if (!found || !account) throw notFound()
    return {
      user: { id, email, name, totp_enabled: found.totp_enabled_at !== null },
      account,
      accounts,
      role,
      manners: await mannersOf(db, caller.ownerUuid),
      permissions: [...caller.permissions],
      grantable_scopes: grantableScopes(caller.permissions),
      public_url: publicUrl,
      is_encrypted: cookie.isEncrypted,
      is_exposed: isExposed,
    }
  },

  async switchAccount({ body: { owner_uuid: ownerUuid } }, { caller }) {
    const { sessionHash } = requireUser(caller)
    await transaction(db, (sql) => switchSession({ sql }, { ...caller, ownerUuid }, sessionHash))
    return { success: true }
  },

  async updateProfile({ body: { name } }, { caller }) {
    await db.user.update({ where: { id: requireUser(caller).id }, data: { name: name.trim() } })
    return { success: true }
  },

  async updateAccount({ body: { name } }, { caller }) {
    await transaction(db, (sql) => renameAccount({ sql }, caller, name.trim()))
    return { success: true }
  },
})

import { orNull, text, timestamp, transaction, uuid } from '@matterbase/db'
import { mannersOf, renameAccount, switchSession } from '@matterbase/domain'
import { grantableScopes } from '@matterbase/schemas'
import type { AccountContract } from '@matterbase/schemas'
import { notFound } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import type { DashDeps } from '../deps.ts'
import { requireUser } from './require-user.ts'

const membership = { totp_enabled_at: orNull(timestamp), owner_uuid: uuid, name: text, email: text }

export const session = ({ db, publicUrl, isExposed, cookie }: DashDeps): Handlers<AccountContract['session']> => ({
  async get(_input, { caller }) {
    const { id, email, name, role } = requireUser(caller)
    const memberships = await db.rows(membership)`
      SELECT totp_enabled_at, owner_uuid, accounts.name, accounts.email
      FROM users JOIN memberships ON user_id = users.id JOIN accounts USING (owner_uuid)
      WHERE users.id = ${id}::text::uuid AND closed_at IS NULL ORDER BY memberships.created_at`
    const accounts = memberships.map(({ owner_uuid: ownerUuid, name, email }) => ({
      owner_uuid: ownerUuid,
      name,
      email,
    }))
    const account = accounts.find(({ owner_uuid: uuid }) => uuid === caller.ownerUuid)
    if (!account) throw notFound()
    return {
      user: { id, email, name, totp_enabled: memberships[0]?.totp_enabled_at != null },
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
    await db.run`UPDATE users SET name = ${name.trim()} WHERE id = ${requireUser(caller).id}::text::uuid`
    return { success: true }
  },

  async updateAccount({ body: { name } }, { caller }) {
    await transaction(db, (sql) => renameAccount({ sql }, caller, name.trim()))
    return { success: true }
  },
})

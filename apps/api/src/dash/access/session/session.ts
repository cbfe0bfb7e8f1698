import { bool, filled, text, transaction, uuid } from '@matterbase/db'
import type { Row } from '@matterbase/db'
import { mannersOf, renameAccount, switchSession } from '@matterbase/domain'
import { grantableScopes } from '@matterbase/schemas'
import type { AccountContract } from '@matterbase/schemas'
import { notFound } from '../../../http/errors/api-error.ts'
import type { Handlers } from '../../../http/operations/context.ts'
import type { DashDeps } from '../../deps.ts'
import { requireUser } from './require-user.ts'

const membership = { totp_enabled: filled(bool), owner_uuid: uuid, name: text, email: text }

const accountOf = ({ owner_uuid: uuid, name, email }: Row<typeof membership>) => ({ owner_uuid: uuid, name, email })

export const session = ({ db, publicUrl, isUnencrypted, cookie }: DashDeps): Handlers<AccountContract['session']> => ({
  async get(_input, { caller }) {
    const { id, email, name, role } = requireUser(caller)
    const memberships = await db.rows(membership)`
      SELECT totp_enabled_at IS NOT NULL AS totp_enabled, owner_uuid, accounts.name, accounts.email
      FROM users JOIN memberships ON user_id = users.id JOIN accounts USING (owner_uuid)
      WHERE users.id = ${id}::text::uuid AND closed_at IS NULL ORDER BY memberships.created_at`
    const current = memberships.find(({ owner_uuid: uuid }) => uuid === caller.ownerUuid)
    if (!current) throw notFound()
    return {
      user: { id, email, name, totp_enabled: current.totp_enabled },
      account: accountOf(current),
      accounts: memberships.map(accountOf),
      role,
      manners: await mannersOf(db, caller.ownerUuid),
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
    await db.run`UPDATE users SET name = ${name.trim()} WHERE id = ${requireUser(caller).id}::text::uuid`
    return { success: true }
  },

  async updateAccount({ body: { name } }, { caller }) {
    await transaction(db, (sql) => renameAccount({ sql }, caller, name.trim()))
    return { success: true }
  },
})

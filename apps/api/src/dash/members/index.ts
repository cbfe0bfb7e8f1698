import { transaction } from '@matterbase/db'
import {
  findUser,
  listInvites,
  listMembers,
  makeLink,
  normaliseEmail,
  listMemberKeys,
  removeMember,
  setMemberRole,
  withdrawInvites,
} from '@matterbase/domain'
import type { MemberChange } from '@matterbase/domain'
import { grantableScopes, roles } from '@matterbase/schemas'
import type { AccountContract, Role } from '@matterbase/schemas'
import { ApiError, notFound, validationFailed } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { auditAccount } from '../audit/audit-log.ts'
import type { DashDeps } from '../deps.ts'
import { endKeysOf, shownKey } from './keys.ts'
import { requireRecentPassword } from '../session/recent-password.ts'

export const members = ({ db, publicUrl }: DashDeps): Handlers<AccountContract['members']> => ({
  async list(_input, { caller: { ownerUuid, user } }) {
    const found = await listMembers(db, ownerUuid)
    const invites = await listInvites(db, ownerUuid)
    return {
      data: found.map(({ joined_at: joined, seen_at: seen, ...member }) => ({
        ...member,
        role: member.role as Role,
        joined_at: joined.toISOString(),
        seen_at: seen?.toISOString() ?? null,
        is_you: member.id === user?.id,
      })),
      invites: invites.map(({ id, email, role, expires_at: expires }) => {
        return { id, email, role: role as Role, expires_at: expires.toISOString() }
      }),
    }
  },

  async invite({ body }, { caller }) {
    requireRecentPassword(caller)
    const email = normaliseEmail(body.email)
    const { ownerUuid } = caller
    return transaction(db, async (sql) => {
      if ((await listMembers(sql, ownerUuid)).some((member) => member.email === email))
        throw validationFailed([{ field: 'email', code: 'taken', message: 'is a member already' }])
      // Only the newest invitation of an address is good: it has the role that was meant last.
      await withdrawInvites(sql, ownerUuid, { email })
      const link = await makeLink(sql, publicUrl, { purpose: 'invite', ownerUuid, email, role: body.role })
      await auditAccount(sql, caller, { action: 'member.invited', target: email, details: { role: body.role } })
      const { id, url, expires_at: expires } = link
      return { data: { id, email, role: body.role, url, expires_at: expires.toISOString() } }
    })
  },

  async withdrawInvite({ params: { id } }, { caller }) {
    return transaction(db, async (sql) => {
      const [email] = await withdrawInvites(sql, caller.ownerUuid, { id })
      if (email === undefined) throw notFound()
      await auditAccount(sql, caller, { action: 'member.invite_withdrawn', target: email })
      return { success: true as const }
    })
  },

  async listKeys({ params: { id }, query: { role } }, { caller: { ownerUuid } }) {
    if (!(await listMembers(db, ownerUuid)).some((member) => member.id === id)) throw notFound()
    const keys = await listMemberKeys(db, { ownerUuid, userId: id, beyond: role && grantableScopes(roles[role]) })
    return { keys: keys.map(shownKey) }
  },

  async update({ params: { id }, body: { role, keep_keys: keepKeys = false } }, { caller }) {
    requireRecentPassword(caller)
    const { ownerUuid } = caller
    return transaction(db, async (sql) => {
      requireChanged(await setMemberRole(sql, ownerUuid, id, role))
      const beyond = grantableScopes(roles[role])
      const target = (await findUser(sql, { id }))?.email ?? id
      await auditAccount(sql, caller, { action: 'member.role_changed', target, details: { role, keep_keys: keepKeys } })
      const because = `${target} is ${role} now`
      const ended = keepKeys ? [] : await endKeysOf(sql, caller, { ownerUuid, userId: id, beyond }, because)
      return { success: true as const, revoked_keys: ended }
    })
  },

  async remove({ params: { id }, query: { keep_keys: keepKeys = false } }, { caller }) {
    requireRecentPassword(caller)
    const { ownerUuid } = caller
    return transaction(db, async (sql) => {
      const target = (await findUser(sql, { id }))?.email ?? id
      requireChanged(await removeMember(sql, ownerUuid, id))
      await auditAccount(sql, caller, { action: 'member.removed', target, details: { keep_keys: keepKeys } })
      const because = `${target} was removed`
      const ended = keepKeys ? [] : await endKeysOf(sql, caller, { ownerUuid, userId: id }, because)
      return { success: true as const, revoked_keys: ended }
    })
  },

  async resetLink({ params: { id } }, { caller }) {
    requireRecentPassword(caller)
    return transaction(db, async (sql) => {
      const accounts = await sql.$queryRaw<{ owner_uuid: string }[]>`
        SELECT owner_uuid::text FROM memberships WHERE user_id = ${id}::text::uuid`
      if (!accounts.some(({ owner_uuid: uuid }) => uuid === caller.ownerUuid)) throw notFound()
      // Their password opens the other accounts, too, which are not this owner's.
      if (accounts.length > 1)
        throw new ApiError(
          'conflict',
          'They belong to another account as well; whoever runs this service can make the link: matterbase accounts reset-password',
        )
      const { url, expires_at: expires } = await makeLink(sql, publicUrl, { purpose: 'reset', userId: id })
      const target = (await findUser(sql, { id }))?.email ?? id
      await auditAccount(sql, caller, { action: 'password.reset_link_made', target })
      return { data: { url, expires_at: expires.toISOString() } }
    })
  },
})

/** @throws ApiError not_found, conflict. */
function requireChanged(change: MemberChange) {
  if (change === 'no_such_member') throw notFound()
  if (change === 'last_owner')
    throw new ApiError('conflict', 'This is the last owner: make somebody else an owner first')
}

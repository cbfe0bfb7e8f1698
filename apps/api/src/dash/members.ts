import { transaction } from '@matterbase/db'
import {
  changeRole,
  inviteMember,
  listInvites,
  listMemberKeys,
  listMembers,
  makeMemberResetLink,
  notFound,
  removeMember,
  withdrawInvite,
} from '@matterbase/domain'
import type { MemberKey } from '@matterbase/domain'
import { grantableScopes, roles } from '@matterbase/schemas'
import type { AccountContract } from '@matterbase/schemas'
import type { Handlers } from '../http/operations/context.ts'
import type { DashDeps } from './deps.ts'

export const members = ({ db, publicUrl }: DashDeps): Handlers<AccountContract['members']> => ({
  async list(_input, { caller: { ownerUuid, user } }) {
    const found = await listMembers(db, ownerUuid)
    const invites = await listInvites(db, ownerUuid)
    return {
      data: found.map(({ joined_at: joined, seen_at: seen, ...member }) => ({
        ...member,
        joined_at: joined.toISOString(),
        seen_at: seen?.toISOString() ?? null,
        is_you: member.id === user?.id,
      })),
      invites: invites.map(({ id, email, role, expires_at: expires }) => {
        return { id, email, role, expires_at: expires.toISOString() }
      }),
    }
  },

  async invite({ body: { email, role } }, { caller }) {
    const invited = await transaction(db, (sql) => inviteMember({ sql }, caller, { email, role, publicUrl }))
    return {
      data: {
        id: invited.id,
        email: invited.email,
        role,
        url: invited.url,
        expires_at: invited.expires_at.toISOString(),
      },
    }
  },

  async withdrawInvite({ params: { id } }, { caller }) {
    await transaction(db, (sql) => withdrawInvite({ sql }, caller, id))
    return { success: true }
  },

  async listKeys({ params: { id }, query: { role } }, { caller: { ownerUuid } }) {
    if (!(await listMembers(db, ownerUuid)).some((member) => member.id === id)) throw notFound()
    const keys = await listMemberKeys(db, { ownerUuid, userId: id, beyond: role && grantableScopes(roles[role]) })
    return { keys: keys.map(shownKey) }
  },

  async update({ params: { id: userId }, body: { role, keep_keys: keepKeys = false } }, { caller }) {
    const { revoked } = await transaction(db, (sql) => changeRole({ sql }, caller, { userId, role, keepKeys }))
    return { success: true, revoked_keys: revoked.map(shownKey) }
  },

  async remove({ params: { id: userId }, query: { keep_keys: keepKeys = false } }, { caller }) {
    const { revoked } = await transaction(db, (sql) => removeMember({ sql }, caller, { userId, keepKeys }))
    return { success: true, revoked_keys: revoked.map(shownKey) }
  },

  async resetLink({ params: { id: userId } }, { caller }) {
    const made = await transaction(db, (sql) => makeMemberResetLink({ sql }, caller, { userId, publicUrl }))
    return { data: { url: made.url, expires_at: made.expires_at.toISOString() } }
  },
})

const shownKey = ({ last_used_at: usedAt, ...key }: MemberKey) => ({
  ...key,
  last_used_at: usedAt?.toISOString() ?? null,
})

import { transaction } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import {
  changeRole,
  inviteMember,
  listInvites,
  listKeysActingFor,
  listMemberEndpoints,
  listMemberKeys,
  listMemberLinks,
  listMembers,
  lostPermissions,
  makeMemberResetLink,
  needsAny,
  notFound,
  removeMember,
  requiresTwoFactor,
  requireTwoFactor,
  setInitials,
  withdrawInvite,
} from '@matterbase/domain'
import type { EndedAccess, ListedMember, MemberEndpoint, MemberKey, MemberLink } from '@matterbase/domain'
import { grantableScopes, roles } from '@matterbase/schemas'
import type { AccountContract, Role } from '@matterbase/schemas'
import type { Handlers } from '../../http/operations/context.ts'
import type { DashDeps } from '../deps.ts'

export const members = ({ db, publicUrl, sealer, canMail }: DashDeps): Handlers<AccountContract['members']> => {
  const links = { publicUrl, sealer: canMail ? sealer : undefined }
  return {
    async list(_input, { caller: { ownerUuid, user } }) {
      const found = await listMembers(db, ownerUuid)
      const invites = await listInvites(db, ownerUuid)
      return {
        data: found.map((member) => memberAnswer(member, user?.id)),
        can_mail: canMail,
        requires_two_factor: await requiresTwoFactor(db, ownerUuid),
        invites: invites.map(({ id, email, role, expires_at: expires, mail_status }) => {
          return { id, email, role, expires_at: expires.toISOString(), mail_status }
        }),
      }
    },

    async requireTwoFactor({ body: { is_required: isRequired } }, { caller }) {
      await transaction(db, (sql) => requireTwoFactor({ sql }, caller, isRequired))
      return { success: true }
    },

    invite: ({ body: { email, role } }, { caller, write }) =>
      write(async (tx) => {
        const invited = await inviteMember(tx, caller, { email, role, ...links })
        const { id, url, expires_at: expires } = invited
        return { data: { id, email: invited.email, role, url, expires_at: expires.toISOString() } }
      }),

    async withdrawInvite({ params: { id } }, { caller }) {
      await transaction(db, (sql) => withdrawInvite({ sql }, caller, id))
      return { success: true }
    },

    access: async ({ params: { id: userId }, query: { role } }, { caller: { ownerUuid } }) =>
      accessOf(db, { ownerUuid, userId }, role),

    async update({ params: { id: userId }, body: { role, ...kept } }, { caller }) {
      return endedAnswer(
        await transaction(db, (sql) => changeRole({ sql }, caller, { userId, role, ...keeping(kept) })),
      )
    },

    async setInitials({ params: { id: userId }, body: { initials } }, { caller }) {
      await transaction(db, (sql) => setInitials({ sql }, caller, { userId, initials }))
      return { success: true }
    },

    async remove({ params: { id: userId }, query: kept }, { caller }) {
      return endedAnswer(await transaction(db, (sql) => removeMember({ sql }, caller, { userId, ...keeping(kept) })))
    },

    resetLink: ({ params: { id: userId } }, { caller, write }) =>
      write(async (tx) => {
        const { url, expires_at: expires } = await makeMemberResetLink(tx, caller, { userId, ...links })
        return { data: { url, expires_at: expires.toISOString() } }
      }),
  }
}

/** The API keys, links and endpoints of a member. With a role: only those that go beyond the role. */
async function accessOf(db: Db, { ownerUuid, userId }: { ownerUuid: string; userId: string }, role: Role | undefined) {
  const member = (await listMembers(db, ownerUuid)).find(({ id }) => id === userId)
  if (!member) throw notFound()
  const lost = role && lostPermissions(member.role, role)
  const keys = await listMemberKeys(db, { ownerUuid, userId, beyond: role && grantableScopes(roles[role]) })
  const links = await listMemberLinks(db, { ownerUuid, userId, beyond: role })
  const endpoints = await listMemberEndpoints(db, ownerUuid, userId)
  // A key acts for a member with any role.
  const acting = role ? [] : await listKeysActingFor(db, { ownerUuid, userId })
  return {
    keys: keys.map(keyAnswer),
    links: links.map(linkAnswer),
    endpoints: endpoints.filter((endpoint) => !lost || needsAny(endpoint, lost)).map(endpointAnswer),
    acting_keys: acting.map(keyAnswer),
  }
}

const memberAnswer = ({ joined_at: joined, seen_at: seen, ...member }: ListedMember, ownId: string | undefined) => ({
  ...member,
  joined_at: joined.toISOString(),
  seen_at: seen?.toISOString() ?? null,
  is_you: member.id === ownId,
})

const keyAnswer = ({ last_used_at: usedAt, ...key }: MemberKey) => ({
  ...key,
  last_used_at: usedAt?.toISOString() ?? null,
})

const linkAnswer = ({ expires_at: expires, ...link }: MemberLink) => ({ ...link, expires_at: expires.toISOString() })

const endpointAnswer = ({ id, environment, url, events, kind }: MemberEndpoint) => ({
  id,
  environment,
  url,
  events,
  kind,
})

interface Kept {
  readonly keep_keys?: boolean | undefined
  readonly keep_endpoints?: boolean | undefined
}

const keeping = ({ keep_keys: keepKeys = false, keep_endpoints: keepEndpoints = false }: Kept) => ({
  keepKeys,
  keepEndpoints,
})

const endedAnswer = ({ revoked, links, endpoints }: EndedAccess) => ({
  success: true as const,
  revoked_keys: revoked.map(keyAnswer),
  deleted_links: links.map(linkAnswer),
  ended_endpoints: endpoints.map(endpointAnswer),
})

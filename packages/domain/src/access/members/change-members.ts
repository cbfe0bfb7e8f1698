import type { Sql } from '@matterbase/db'
import { grantableScopes, roles } from '@matterbase/schemas'
import type { Permission, Role } from '@matterbase/schemas'
import { detachKeys, revokeKeysOfFormer, revokeMemberKeys } from '../keys/member-keys.ts'
import type { MemberKey } from '../keys/member-keys.ts'
import { findUser } from '../sign-in/users.ts'
import { takeWorkspaces } from '../../core/tx/take-workspaces.ts'
import { named } from '../../core/verbs/actor.ts'
import { accountVerb } from '../../core/verbs/verb.ts'
import type { Note } from '../../core/verbs/verb.ts'
import { endEndpoints, listMemberEndpoints, needsAny } from '../../integrations/webhooks/member-endpoints.ts'
import type { MemberEndpoint } from '../../integrations/webhooks/member-endpoints.ts'
import { requireGiving } from './invitations.ts'
import { deleteMemberLinks, noteDeletedLinks } from './member-links.ts'
import type { MemberLink } from './member-links.ts'
import { giveRole, takeOut } from './members.ts'

interface OfMember {
  readonly userId: string
  /** True if the member's API keys stay active. At a removal also those that act for the member, then for no member. */
  readonly keepKeys: boolean
  /** True if the member's webhook endpoints stay active. Test inboxes and listeners end in any case. */
  readonly keepEndpoints: boolean
}

interface RoleChange extends OfMember {
  readonly role: Role
}

/** The access that ended with a member, or with their former role. */
export interface EndedAccess {
  readonly email: string
  readonly revoked: readonly MemberKey[]
  /** Kept API keys that acted for the member, and act for no member now. */
  readonly detached: readonly MemberKey[]
  readonly links: readonly MemberLink[]
  readonly endpoints: readonly MemberEndpoint[]
}

/** Gives a member another role, and ends the keys, links and endpoints of theirs that are beyond it. */
export const changeRole = accountVerb({
  allow: ['members:write'],
  async run({ sql }, { ownerUuid, by }, { userId, role, keepKeys, keepEndpoints }: RoleChange): Promise<EndedAccess> {
    if (by.kind === 'user') requireGiving(by.role, role)
    const workspaces = await takeWorkspaces(sql, ownerUuid)
    const lost = lostPermissions(await giveRole(sql, ownerUuid, userId, role), role)
    const links = await deleteMemberLinks(sql, { ownerUuid, userId, beyond: role })
    const beyond = grantableScopes(roles[role])
    const revoked = keepKeys ? [] : await revokeMemberKeys(sql, { ownerUuid, userId, beyond })
    const endpoints = (await listMemberEndpoints(sql, ownerUuid, userId)).filter(
      (endpoint) =>
        (needsAny(endpoint, lost) && !(keepEndpoints && endpoint.kind === 'endpoint')) ||
        (endpoint.kind === 'listener' && revoked.some(({ id }) => id === endpoint.key_id)),
    )
    await endEndpoints(workspaces, endpoints, 'role_changed')
    return { email: await emailOf(sql, userId), revoked, detached: [], links, endpoints }
  },
  action: 'member.role_changed',
  note: ({ role, keepKeys, keepEndpoints }, ended) => [
    { target: ended.email, details: { role, keep_keys: keepKeys, keep_endpoints: keepEndpoints } },
    ...notesOf(ended, `${ended.email} is ${role} now`),
  ],
})

/** Takes a member out of the account, and ends the keys, links and endpoints that they made, and the keys that act for them. */
export const removeMember = accountVerb({
  allow: ['members:write'],
  async run({ sql }, { ownerUuid }, { userId, keepKeys, keepEndpoints }: OfMember): Promise<EndedAccess> {
    const workspaces = await takeWorkspaces(sql, ownerUuid)
    const email = await emailOf(sql, userId)
    await takeOut(sql, ownerUuid, userId)
    const links = await deleteMemberLinks(sql, { ownerUuid, userId })
    const endpoints = (await listMemberEndpoints(sql, ownerUuid, userId)).filter(
      ({ kind }) => !(keepEndpoints && kind === 'endpoint'),
    )
    await endEndpoints(workspaces, endpoints, 'member_removed')
    const revoked = keepKeys ? [] : await revokeKeysOfFormer(sql, { ownerUuid, userId })
    return { email, links, endpoints, revoked, detached: await detachKeys(sql, { ownerUuid, userId }) }
  },
  action: 'member.removed',
  note: ({ keepKeys, keepEndpoints }, ended) => [
    { target: ended.email, details: { keep_keys: keepKeys, keep_endpoints: keepEndpoints } },
    ...notesOf(ended, `${ended.email} was removed`),
  ],
})

/** The permissions that a member loses with another role. */
export const lostPermissions = (from: Role, to: Role): readonly Permission[] => {
  const kept: readonly Permission[] = roles[to]
  return roles[from].filter((permission) => !kept.includes(permission))
}

const emailOf = async (sql: Sql, userId: string) => (await findUser(sql, { id: userId }))?.email ?? userId

/** Each key and each endpoint has an entry of its own, in its workspace, and each link. */
const notesOf = ({ revoked, detached, links, endpoints }: EndedAccess, because: string): readonly Note[] => [
  ...revoked.map((key) => ({
    action: 'key.revoked',
    environment: key.environment,
    target: named(key),
    details: { because },
  })),
  ...detached.map((key) => ({
    action: 'key.acts_for_ended',
    environment: key.environment,
    target: named(key),
    details: { because },
  })),
  ...noteDeletedLinks(links, because),
  ...endpoints.map(({ id, environment, kind }) => ({
    action: kind === 'endpoint' ? 'webhook.disabled' : 'webhook.deleted',
    environment,
    target: kind === 'endpoint' ? `webhook ${id}` : `${kind === 'inbox' ? 'test inbox' : 'listener'}, webhook ${id}`,
    details: { because },
  })),
]

import { z } from 'zod'
import { booleanParam } from '../../fields/query.ts'
import { environments } from '../../resources/me.ts'
import { emailAddress, Timestamp } from '../../fields/primitives.ts'
import { scopes } from '../../operations/scopes.ts'
import type { DashResource } from '../operation.ts'
import { roleNames } from '../permissions.ts'

const Success = z.object({ success: z.literal(true) })
const RoleName = z.enum(roleNames)
const Member = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: RoleName,
  totp_enabled: z.boolean(),
  joined_at: Timestamp,
  seen_at: Timestamp.nullable(),
  /** Whether it is who asks. */
  is_you: z.boolean(),
})
const Invite = z.object({
  id: z.string(),
  email: z.string(),
  role: RoleName,
  expires_at: Timestamp,
})
const MemberKey = z.object({
  id: z.int(),
  name: z.string(),
  environment: z.enum(environments),
  scopes: z.array(z.enum(scopes)),
  last_used_at: Timestamp.nullable(),
})
const WithKeys = z.object({
  success: z.literal(true),
  /** The keys of the member that were revoked with it. */
  revoked_keys: z.array(MemberKey),
})
const scope = 'members:write'
const one = { path: '/members/{id}', params: z.object({ id: z.uuid() }), scope } as const

export const members = {
  list: {
    method: 'get',
    path: '/members',
    operationId: 'listMembers',
    summary: 'Who may sign in, and who is invited',
    scope,
    responses: { 200: z.object({ data: z.array(Member), invites: z.array(Invite) }) },
  },
  invite: {
    method: 'post',
    path: '/members/invites',
    operationId: 'inviteMember',
    summary: 'A link by which somebody joins the account, shown this once and good for 7 days',
    scope,
    body: z.object({ email: emailAddress, role: RoleName }),
    responses: { 201: z.object({ data: Invite.extend({ url: z.string() }) }) },
  },
  withdrawInvite: {
    method: 'delete',
    path: '/members/invites/{id}',
    operationId: 'withdrawInvite',
    summary: 'Take an invitation back',
    scope,
    params: z.object({ id: z.string().regex(/^[\da-f]{64}$/) }),
    responses: { 200: Success },
  },
  listKeys: {
    ...one,
    method: 'get',
    path: '/members/{id}/keys',
    operationId: 'listMemberKeys',
    summary: 'The API keys that a member made and that work, of both workspaces; with `role`, those beyond that role',
    query: z.object({ role: RoleName.optional() }),
    responses: { 200: z.object({ keys: z.array(MemberKey) }) },
  },
  update: {
    ...one,
    method: 'patch',
    operationId: 'updateMember',
    summary: 'Give a member another role; keys of theirs with scopes beyond it are revoked unless `keep_keys` is true',
    body: z.object({ role: RoleName, keep_keys: z.boolean().optional() }),
    responses: { 200: WithKeys },
  },
  remove: {
    ...one,
    method: 'delete',
    operationId: 'removeMember',
    summary:
      'Take a member out of the account and end their sessions there; the keys they made are revoked unless `keep_keys` is true',
    query: z.object({ keep_keys: booleanParam }),
    responses: { 200: WithKeys },
  },
  resetLink: {
    ...one,
    method: 'post',
    path: '/members/{id}/reset-link',
    operationId: 'makeMemberResetLink',
    summary: 'A link by which a member sets a new password, good once and for 30 minutes',
    responses: { 201: z.object({ data: z.object({ url: z.string(), expires_at: Timestamp }) }) },
  },
} as const satisfies DashResource

import { z } from 'zod'
import { booleanParam } from '../../fields/query.ts'
import { emailAddress } from '../../fields/email-address.ts'
import { line, Timestamp } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'
import { roleNames } from './permissions.ts'
import { EndedAccess, MemberAccess } from './member-access.ts'

const Success = z.object({ success: z.literal(true) })
const RoleName = z.enum(roleNames)
const Member = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: RoleName,
  /** As typed, or computed from the name. */
  initials: z.string(),
  totp_enabled: z.boolean(),
  joined_at: Timestamp,
  seen_at: Timestamp.nullable(),
  /** True for the caller. */
  is_you: z.boolean(),
})
const Invite = z.object({
  id: z.string(),
  email: z.string(),
  role: RoleName,
  expires_at: Timestamp,
})
/** Shown this once. Null where the server emails it to the person that it is for. */
const LinkUrl = z.string().nullable()
/** Null for an invitation that was handed over. */
const mailStatuses = ['pending', 'sending', 'sent', 'failed', 'cancelled'] as const
const scope = 'members:write'
const one = { path: '/members/{id}', params: z.object({ id: z.uuid() }), scope } as const

export const members = {
  list: {
    method: 'get',
    path: '/members',
    operationId: 'listMembers',
    summary: 'Who may sign in, and who is invited',
    scope,
    responses: {
      200: z.object({
        data: z.array(Member),
        invites: z.array(Invite.extend({ mail_status: z.enum(mailStatuses).nullable() })),
        /** True if every member needs two-factor authentication. */
        requires_two_factor: z.boolean(),
        /** True if the server emails invitations and password links, and does not show them. */
        can_mail: z.boolean(),
      }),
    },
  },
  requireTwoFactor: {
    method: 'put',
    path: '/account/two-factor',
    operationId: 'requireTwoFactor',
    addsNothing: true,
    password: { when: 'always' },
    summary:
      'Require two-factor authentication of every member, or no longer. A member without it can then only set it up',
    scope,
    body: z.object({ is_required: z.boolean() }),
    responses: { 200: Success },
  },
  invite: {
    method: 'post',
    path: '/members/invites',
    operationId: 'inviteMember',
    password: { when: 'always' },
    summary: 'A link by which the invited person joins the account, single-use and valid for 7 days',
    scope,
    body: z.object({ email: emailAddress, role: RoleName }),
    responses: { 201: z.object({ data: Invite.extend({ url: LinkUrl }) }) },
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
  access: {
    ...one,
    method: 'get',
    path: '/members/{id}/access',
    operationId: 'getMemberAccess',
    summary:
      'The API keys, one-time links and webhook endpoints that a member made and that work, in both workspaces; with `role`, those beyond that role',
    query: z.object({ role: RoleName.optional() }),
    responses: { 200: MemberAccess },
  },
  update: {
    ...one,
    method: 'patch',
    operationId: 'updateMember',
    addsNothing: true,
    password: { when: 'always' },
    summary:
      'Give a member another role. Keys, links and endpoints of theirs beyond it end; `keep_keys` and `keep_endpoints` keep the keys and the endpoints',
    body: z.object({
      role: RoleName,
      keep_keys: z.boolean().optional(),
      keep_endpoints: z.boolean().optional(),
    }),
    responses: { 200: EndedAccess },
  },
  setInitials: {
    ...one,
    method: 'put',
    path: '/members/{id}/initials',
    operationId: 'setMemberInitials',
    addsNothing: true,
    summary: 'Set the initials of a member; null computes them from the name',
    body: z.object({ initials: line(10).nullable() }),
    responses: { 200: Success },
  },
  remove: {
    ...one,
    method: 'delete',
    operationId: 'removeMember',
    password: { when: 'always' },
    summary:
      'Take a member out of the account with their sessions, keys, links, endpoints and the keys that act for them; `keep_keys` and `keep_endpoints` keep the keys and the endpoints. A kept key acts for no member',
    query: z.object({ keep_keys: booleanParam, keep_endpoints: booleanParam }),
    responses: { 200: EndedAccess },
  },
  resetLink: {
    ...one,
    method: 'post',
    path: '/members/{id}/reset-link',
    operationId: 'makeMemberResetLink',
    password: { when: 'always' },
    summary: 'A link by which a member sets a new password, single-use and valid for 30 minutes',
    responses: { 201: z.object({ data: z.object({ url: LinkUrl, expires_at: Timestamp }) }) },
  },
} as const satisfies DashResource

import { z } from 'zod'
import { Id, Timestamp } from '../../fields/primitives.ts'
import { eventKinds } from '../../events/event-kinds.ts'
import { scopes } from '../../operations/scopes.ts'
import { environments } from '../../resources/me.ts'
import { roleNames } from './permissions.ts'

const MemberKey = z.object({
  id: z.int(),
  name: z.string(),
  environment: z.enum(environments),
  scopes: z.array(z.enum(scopes)),
  last_used_at: Timestamp.nullable(),
})
const MemberLink = z.object({
  id: z.string(),
  purpose: z.enum(['invite', 'reset']),
  /** Who joins by it, or whose password it sets. */
  email: z.string(),
  role: z.enum(roleNames),
  expires_at: Timestamp,
})
const MemberEndpoint = z.object({
  id: Id,
  environment: z.enum(environments),
  url: z.string(),
  events: z.array(z.enum(eventKinds)),
  /** `inbox` is the test inbox of the dashboard, `listener` one of `matterbase listen`: both are deleted. */
  kind: z.enum(['endpoint', 'inbox', 'listener']),
})
export const EndedAccess = z.object({
  success: z.literal(true),
  /** The API keys that were revoked: those that the member created, and at a removal those that act for the member. */
  revoked_keys: z.array(MemberKey),
  /** The one-time links of the member that were deleted. */
  deleted_links: z.array(MemberLink),
  /** The webhook endpoints of the member that were disabled; test inboxes and listeners are deleted. */
  ended_endpoints: z.array(MemberEndpoint),
})

/** Objects that a member created, and that work without the member. */
export const MemberAccess = z.object({
  keys: z.array(MemberKey),
  links: z.array(MemberLink),
  endpoints: z.array(MemberEndpoint),
  /** Active API keys that act for the member. A removal revokes them, or keeps them for no member. */
  acting_keys: z.array(MemberKey),
})

import { z } from 'zod'
import { environments, rateTiers } from '../../resources/me.ts'
import { MomentInput, nonBlankLine, PathId, Timestamp } from '../../fields/primitives.ts'
import { scopes } from '../../operations/scopes.ts'
import type { DashResource } from '../operation.ts'

const Key = z.object({
  id: z.int(),
  name: z.string(),
  environment: z.enum(environments),
  scopes: z.array(z.enum(scopes)),
  rate_tier: z.enum(rateTiers),
  state: z.enum(['active', 'revoked', 'expired']),
  created_at: Timestamp,
  /** Who made or rotated it in the dashboard; null for the command line, and for keys from before this was kept. */
  created_by: z.object({ id: z.uuid(), email: z.string(), name: z.string() }).nullable(),
  /** Whose time it is that the key records without naming a member. */
  acts_for: z.object({ id: z.uuid(), email: z.string(), name: z.string() }).nullable(),
  /** To the minute; null when it was never used. */
  last_used_at: Timestamp.nullable(),
  last_used_ip: z.string().nullable(),
  last_used_agent: z.string().nullable(),
  expires_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  /** The key that took its place. */
  replaced_by: z.int().nullable(),
})

const KeyUse = z.object({
  /** An operationId of the REST contract. */
  operation: z.string(),
  calls: z.int(),
  failed: z.int(),
  last_at: Timestamp,
})

const params = z.object({ id: PathId })
const secret = z.string().startsWith('mb_')

export const keys = {
  list: {
    method: 'get',
    path: '/keys',
    operationId: 'listKeys',
    summary: 'The API keys of the workspace, those that work first',
    scope: 'keys:read',
    responses: { 200: z.object({ keys: z.array(Key) }) },
  },
  create: {
    method: 'post',
    path: '/keys',
    operationId: 'createKey',
    password: { when: 'in live' },
    summary: 'Create an API key with scopes that your role has; only this response contains the key',
    scope: 'keys:write',
    body: z.object({
      name: nonBlankLine(255),
      scopes: z.array(z.enum(scopes)).min(1).max(100),
      rate_tier: z.enum(rateTiers).optional(),
      expires_at: MomentInput.nullable().optional(),
      acts_for: z.uuid().nullable().optional(),
    }),
    responses: { 201: z.object({ data: Key, key: secret }) },
    errors: ['limit_reached'],
  },
  get: {
    method: 'get',
    path: '/keys/{id}',
    operationId: 'getKey',
    summary: 'An API key and what it was used for in the last 7 days',
    scope: 'keys:read',
    params,
    responses: { 200: z.object({ data: Key, uses: z.array(KeyUse) }) },
  },
  rotate: {
    method: 'post',
    path: '/keys/{id}/rotate',
    operationId: 'rotateKey',
    addsNothing: true,
    password: { when: 'in live' },
    summary: 'Replace an API key by a new one; the old key keeps working for a while',
    scope: 'keys:write',
    params,
    body: z.object({ overlap_hours: z.number().min(0).max(168) }),
    responses: { 201: z.object({ data: Key, key: secret, previous: Key }) },
    errors: ['limit_reached'],
  },
  revoke: {
    method: 'post',
    path: '/keys/{id}/revoke',
    operationId: 'revokeKey',
    summary: 'End a key: the next request with it is refused',
    scope: 'keys:write',
    params,
    responses: { 200: z.object({ data: Key }) },
  },
} as const satisfies DashResource

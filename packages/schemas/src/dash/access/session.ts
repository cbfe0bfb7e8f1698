import { z } from 'zod'
import { nonBlankLine } from '../../fields/primitives.ts'
import { scopes } from '../../operations/scopes.ts'
import type { DashResource } from '../operation.ts'
import { permissions, roleNames } from './permissions.ts'

const AccountName = z.object({
  owner_uuid: z.uuid(),
  name: z.string(),
  /** Its name on the command line. */
  email: z.string(),
})

const MannerOf = z.object({
  locale: z.string().nullable(),
  currency: z.string().nullable(),
  time_zone: z.string().nullable(),
  /** Days from issue to due date. */
  payment_days: z.int().nullable(),
})

const Session = z.object({
  user: z.object({ id: z.uuid(), email: z.string(), name: z.string(), totp_enabled: z.boolean() }),
  account: AccountName,
  /** Every account that the user belongs to. */
  accounts: z.array(AccountName),
  role: z.enum(roleNames),
  permissions: z.array(z.enum(permissions)),
  /** How the firm writes numbers, money and dates, in each workspace. */
  manners: z.object({ live: MannerOf, test: MannerOf }),
  /** The scopes of API keys that the user can create. */
  grantable_scopes: z.array(z.enum(scopes)),
  /**
   * True if the account requires two-factor authentication that the user has not set up. Until then, all other requests
   * are rejected.
   */
  must_set_up_two_factor: z.boolean(),
  /** Where the service is reached, without a trailing slash. */
  public_url: z.string(),
  /** True if passwords and cookies are sent in plain text. */
  is_encrypted: z.boolean(),
  /** True if other machines reach the server without HTTPS. */
  is_exposed: z.boolean(),
})

const Named = z.object({ name: nonBlankLine(255) })
const Success = z.object({ success: z.literal(true) })

export const session = {
  get: {
    method: 'get',
    path: '/session',
    operationId: 'getSession',
    summary: 'Who is signed in',
    scope: null,
    isEnrolment: true,
    responses: { 200: Session },
  },
  switchAccount: {
    method: 'post',
    path: '/session/switch-account',
    operationId: 'switchAccount',
    addsNothing: true,
    summary: 'Switch to another account of the user',
    scope: null,
    body: z.object({ owner_uuid: z.uuid() }),
    responses: { 200: Success },
  },
  updateProfile: {
    method: 'patch',
    path: '/profile',
    operationId: 'updateProfile',
    addsNothing: true,
    summary: 'Change the name of the user',
    scope: null,
    body: Named,
    responses: { 200: Success },
  },
  updateAccount: {
    method: 'patch',
    path: '/account',
    operationId: 'updateAccount',
    addsNothing: true,
    summary: 'Change the name of the account',
    scope: 'settings:write',
    body: Named,
    responses: { 200: Success },
  },
} as const satisfies DashResource

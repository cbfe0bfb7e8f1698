import { z } from 'zod'
import { Timestamp } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'

const Success = z.object({ success: z.literal(true) })
const Password = z.string().max(1024)
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
const Overview = z.object({
  totp_enabled: z.boolean(),
  recovery_codes_left: z.int(),
  /** True if an account of the user requires two-factor authentication, so that the user cannot disable it. */
  is_totp_required: z.boolean(),
  password_changed_at: Timestamp,
})
const SignedIn = z.object({
  id: z.uuid(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Timestamp,
  seen_at: Timestamp,
  /** True for the session of the caller. */
  is_current: z.boolean(),
})

/** Operations of every user on their own sign-in. */
export const security = {
  get: {
    method: 'get',
    path: '/security',
    operationId: 'getSecurity',
    summary: 'How the user signs in',
    scope: null,
    responses: { 200: Overview },
  },
  reAuthenticate: {
    method: 'post',
    path: '/re-authenticate',
    operationId: 'reAuthenticate',
    addsNothing: true,
    summary: 'Type the password again, for what needs it: it counts for 10 minutes',
    scope: null,
    isEnrolment: true,
    body: z.object({ password: Password }),
    responses: { 200: Success },
  },
  changePassword: {
    method: 'post',
    path: '/security/password',
    operationId: 'changePassword',
    addsNothing: true,
    summary: 'Change the password and end all other sessions',
    scope: null,
    body: z.object({ current_password: Password, new_password: Password }),
    responses: { 200: Success },
  },
  beginTotp: {
    method: 'post',
    path: '/security/totp',
    operationId: 'beginTotp',
    password: { when: 'always' },
    summary: 'A new secret for an authenticator, which counts once a code of it was given',
    scope: null,
    isEnrolment: true,
    responses: { 201: z.object({ secret: z.string(), uri: z.string() }) },
  },
  enableTotp: {
    method: 'post',
    path: '/security/totp/enable',
    operationId: 'enableTotp',
    addsNothing: true,
    password: { when: 'always' },
    summary: 'Ask for a code at every sign-in from now on, and end the other sessions',
    scope: null,
    isEnrolment: true,
    body: z.object({ code: z.string().max(64) }),
    responses: { 200: RecoveryCodes },
  },
  disableTotp: {
    method: 'delete',
    path: '/security/totp',
    operationId: 'disableTotp',
    password: { when: 'always' },
    summary: 'Ask for the password alone again',
    scope: null,
    responses: { 200: Success },
  },
  renewRecoveryCodes: {
    method: 'post',
    path: '/security/recovery-codes',
    operationId: 'renewRecoveryCodes',
    password: { when: 'always' },
    summary: 'Ten new recovery codes instead of those before',
    scope: null,
    responses: { 200: RecoveryCodes },
  },
  listSessions: {
    method: 'get',
    path: '/security/sessions',
    operationId: 'listSessions',
    summary: 'Where the user is signed in',
    scope: null,
    responses: { 200: z.object({ data: z.array(SignedIn) }) },
  },
  endOtherSessions: {
    method: 'delete',
    path: '/security/sessions',
    operationId: 'endOtherSessions',
    summary: 'Sign out everywhere else',
    scope: null,
    responses: { 200: z.object({ success: z.literal(true), ended: z.int() }) },
  },
  endSession: {
    method: 'delete',
    path: '/security/sessions/{id}',
    operationId: 'endSession',
    summary: 'Sign out one browser',
    scope: null,
    params: z.object({ id: z.uuid() }),
    responses: { 200: Success },
  },
} as const satisfies DashResource

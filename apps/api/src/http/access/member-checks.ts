import { requireRecentPassword } from '@matterbase/domain'
import type { Operation } from '@matterbase/schemas'
import { ApiError } from '../errors/api-error.ts'
import type { Caller } from './caller.ts'

/** @throws ApiError two_factor_needed while a member must set up two-factor authentication, except for that setup. */
export function requireTwoFactor({ lacksTwoFactor }: Caller, operation?: Operation<string>): void {
  if (lacksTwoFactor && !operation?.isEnrolment)
    throw new ApiError(
      'two_factor_needed',
      'This account requires two-factor authentication. Reload the page to set it up.',
    )
}

/** @throws RefusedError password_needed if the operation needs a recent password of the member. */
export function requirePassword({ password }: Operation<string>, caller: Caller, body: object): void {
  if (!password || (password.when === 'in live' && caller.environment !== 'live')) return
  const sent = new Set(Object.entries(body).flatMap(([name, value]) => (value === undefined ? [] : [name])))
  if (!password.fields || password.fields.some((field) => sent.has(field))) requireRecentPassword(caller)
}

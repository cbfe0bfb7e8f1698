import type { Operation } from '@matterbase/schemas'
import { ApiError } from '../errors/api-error.ts'
import type { Caller } from './caller.ts'

/** @throws ApiError two_factor_needed when a member has to set up two-factor authentication, and this is something else. */
export function requireTwoFactor({ lacksTwoFactor }: Caller, operation?: Operation<string>): void {
  if (lacksTwoFactor && !operation?.isEnrolment)
    throw new ApiError(
      'two_factor_needed',
      'This account requires two-factor authentication. Reload the page to set it up.',
    )
}

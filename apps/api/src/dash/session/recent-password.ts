import { ApiError } from '../../http/errors/api-error.ts'
import type { Caller } from '../../http/operations/context.ts'

const tenMinutes = 600_000

/**
 * For what a borrowed browser must not do: live keys, secrets, the second factor, members, exports.
 * @throws ApiError password_needed when the password was last typed more than 10 minutes ago.
 */
export function requireRecentPassword({ user }: Caller): void {
  if (user && Date.now() - user.authenticatedAt.getTime() < tenMinutes) return
  throw new ApiError('password_needed', 'Type your password again to do this')
}

/** The same for what is of consequence in the live workspace only. */
export function requireRecentPasswordInLive(caller: Caller): void {
  if (caller.environment === 'live') requireRecentPassword(caller)
}

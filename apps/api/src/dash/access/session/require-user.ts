import type { Caller, CallerUser } from '../../../http/access/caller.ts'

/** Who is signed in; behind the session gate there always is somebody. */
export function requireUser({ user }: Caller): CallerUser {
  if (!user) throw new Error('Only for callers with a session')
  return user
}

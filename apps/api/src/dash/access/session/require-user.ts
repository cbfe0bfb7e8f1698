import type { Caller, CallerUser } from '../../../http/access/caller.ts'

/** The user of the session. Behind the session gate, each caller has one. */
export function requireUser({ user }: Caller): CallerUser {
  if (!user) throw new Error('Only for callers with a session')
  return user
}

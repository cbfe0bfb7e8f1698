import type { Permission } from '@matterbase/schemas'
import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import type { Answer } from './contract.ts'
import { queryClient, queryKey } from './queries.ts'

/** The user, the account and the workspace. */
export type Session = Answer<'GET /session'>

const sessionQuery = {
  queryKey: queryKey('GET /session'),
  queryFn: () => call('GET /session', {}),
  staleTime: 60_000,
}

/** Loads the session before the app is drawn. */
export const loadSession = () => queryClient.fetchQuery(sessionQuery)

/** The session. The app is drawn only with a session. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery)
  if (!data) throw new Error('The app was drawn without a session')
  return data
}

/** `const can = useCan(); can('matters:write')` */
export function useCan(): (permission: Permission | null) => boolean {
  const { permissions } = useSession()
  return (permission) => permission === null || permissions.includes(permission)
}

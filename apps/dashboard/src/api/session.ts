import type { Permission } from '@matterbase/schemas'
import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import type { Answer } from './contract.ts'
import { queryClient, queryKey } from './queries.ts'

/** Who is signed in, and where. */
export type Session = Answer<'GET /session'>

const sessionQuery = {
  queryKey: queryKey('GET /session'),
  queryFn: () => call('GET /session', {}),
  staleTime: 60_000,
}

/** Asked once before anything is drawn. */
export const loadSession = () => queryClient.fetchQuery(sessionQuery)

/** The session; there always is one where this is called. */
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

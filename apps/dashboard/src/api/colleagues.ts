import { useCall } from './queries.ts'
import { useSession } from './session.ts'

/** The members of the account, and whether there are several. */
export function useColleagues() {
  const { data } = useCall('GET /colleagues', {})
  const { user } = useSession()
  const all = data?.data
  const others = (all ?? []).filter(({ id }) => id !== user.id)
  return { isLoaded: all !== undefined, me: user.id, all: all ?? [], others, hasOthers: others.length > 0 }
}

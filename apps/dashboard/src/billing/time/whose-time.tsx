import { useColleagues } from '../../api/colleagues.ts'
import { useCan } from '../../api/session.ts'

/** The value for all members in the URL. */
const allMembers = 'all'

/** The member whose time a page lists. Default: the user's own time, or all time in an account with one member. */
export function useWhoseTime(chosen: string | undefined) {
  const { isLoaded, me, others, hasOthers } = useColleagues()
  const mayWrite = useCan()('matters:write')
  // A user who can only read has no time of their own.
  const own = mayWrite ? me : undefined
  return {
    isLoaded,
    /** Undefined for all members. */
    userId: !hasOthers || chosen === allMembers ? undefined : (chosen ?? own),
    /** Users type time into their own sheet only. */
    mayWrite: mayWrite && (chosen === undefined || !hasOthers),
    first: mayWrite ? 'Mine' : 'All members',
    options: hasOthers
      ? [
          ...others.map(({ id, name }) => ({ value: id, label: name })),
          ...(mayWrite ? [{ value: allMembers, label: 'All members' }] : []),
        ]
      : [],
  }
}

export type WhoseTime = ReturnType<typeof useWhoseTime>

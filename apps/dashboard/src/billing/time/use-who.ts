import { useCan } from '../../api/session.ts'
import { useColleagues } from '../../api/colleagues.ts'

/** What the address says instead of a member. */
const everybody = 'all'

/** Whose time is shown: one's own, unless another member's or everybody's is chosen. A firm of one has all of it. */
export function useWho(chosen: string | undefined) {
  const { isLoaded, me, others, hasOthers } = useColleagues()
  const mayWrite = useCan()('matters:write')
  const isMine = chosen === undefined
  // Those who only read have no time of their own.
  const own = mayWrite ? me : undefined
  const userId = !hasOthers || chosen === everybody ? undefined : (chosen ?? own)
  return {
    isLoaded,
    /** Undefined: everybody. */
    userId,
    /** Time is typed into one's own sheet only. */
    mayWrite: mayWrite && (isMine || !hasOthers),
    first: mayWrite ? 'Mine' : 'All members',
    options: hasOthers
      ? [
          ...others.map(({ id, name }) => ({ value: id, label: name })),
          ...(mayWrite ? [{ value: everybody, label: 'All members' }] : []),
        ]
      : [],
  }
}

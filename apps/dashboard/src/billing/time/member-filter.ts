import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'

/**
 * Current and former members: the filter of lists by member, and names.
 *
 * @param first the member whose work is listed until another one is chosen. Default: all members.
 */
export function useMemberFilter(chosen: string | undefined, first?: string) {
  const { user } = useSession()
  const users = useCall('GET /users', { query: { include_removed: true, limit: 200 } }).data?.data ?? []
  const hasOthers = users.some(({ id }) => id !== user.id)
  const options = users.map(({ id, name, is_active }) => ({
    value: id,
    label: is_active ? name : `${name} (former member)`,
  }))
  const nameOf = (id: string | null) => users.find((one) => one.id === id)?.name
  return {
    hasOthers,
    memberName: nameOf,
    // A link can filter the list of a single member too.
    filters:
      hasOthers || chosen !== undefined
        ? [
            {
              name: 'user_id' as const,
              label: 'Member',
              ...(first !== undefined && { any: first === user.id ? 'Mine' : nameOf(first) }),
              options: [
                ...options.filter(({ value }) => value !== first),
                { value: 'none', label: 'No member' },
                ...(first === undefined ? [] : [{ value: 'all', label: 'All members' }]),
              ],
            },
          ]
        : [],
  }
}

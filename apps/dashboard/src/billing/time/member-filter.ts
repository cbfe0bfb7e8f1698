import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'

/** Current and former members: the filter of lists by member, and names. */
export function useMemberFilter(chosen: string | undefined) {
  const { user } = useSession()
  const users = useCall('GET /users', { query: { include_removed: true, limit: 200 } }).data?.data ?? []
  const hasOthers = users.some(({ id }) => id !== user.id)
  const options = users.map(({ id, name, is_active }) => ({
    value: id,
    label: is_active ? name : `${name} (former member)`,
  }))
  return {
    hasOthers,
    memberName: (id: string | null) => users.find((one) => one.id === id)?.name,
    // A link can filter the list of a single member too.
    filters:
      hasOthers || chosen !== undefined
        ? [
            {
              name: 'user_id' as const,
              label: 'Member',
              options: [...options, { value: 'none', label: 'No member' }],
            },
          ]
        : [],
  }
}

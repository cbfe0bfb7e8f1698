import type { RecordQuery } from '@matterbase/domain'
import type { Relations } from '@matterbase/schemas'
import { validationFailed } from '../http/errors/api-error.ts'
import type { Caller } from '../http/access/caller.ts'

/** The parameters of a list that take IDs of users. */
export const userFilters = (relations: Relations) =>
  Object.values(relations).flatMap(({ column, references }) => (references === 'users' ? [column] : []))

/**
 * The query with the ID of the caller's own member in place of `me`.
 *
 * @throws ApiError validation_failed for an API key that acts for no member.
 */
export function withOwnMember(query: RecordQuery, names: readonly string[], { user, key }: Caller): RecordQuery {
  const asked = names.filter((name) => [query[name]].flat().includes('me'))
  if (asked.length === 0) return query
  const own = user?.id ?? key?.actsFor
  if (!own) throw validationFailed(asked.map(noOwnMember))
  const replaced = asked.map((name) => {
    const ids = [query[name]]
      .flat()
      .filter((id) => typeof id === 'string')
      .map((id) => (id === 'me' ? own : id))
    const [first = own, ...others] = [...new Set(ids)].toSorted()
    return [name, others.length === 0 ? first : [first, ...others]] as const
  })
  return { ...query, ...Object.fromEntries(replaced) }
}

const noOwnMember = (field: string) => ({
  field,
  code: 'not_found',
  message: 'cannot be me, because this API key acts for no member. Send the ID of a user, as in GET /users',
})

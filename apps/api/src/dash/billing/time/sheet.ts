import { readTimeSheet } from '@matterbase/domain'
import type { DashContract, Input } from '@matterbase/schemas'
import { validationFailed } from '../../../http/errors/api-error.ts'
import type { Context } from '../../../http/operations/context.ts'

const mostDays = 62

/** @throws ApiError validation_failed when the span of time is too long. */
export async function timeSheet({ query }: Input<DashContract['timer']['sheet']>, { caller, sql }: Context) {
  const { from, to, user_id: user } = query
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (!(days > 0 && days <= mostDays))
    throw validationFailed([{ field: 'to', code: 'out_of_range', message: `must be 0 to ${mostDays} days after from` }])
  return readTimeSheet(sql, caller.workspaceId, { from, to, user })
}

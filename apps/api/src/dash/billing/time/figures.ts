import { billedSums, hoursRecorded, unbilledTime } from '@matterbase/domain'
import type { DashContract, Input } from '@matterbase/schemas'
import type { Context } from '../../../http/operations/context.ts'

/** The hours and amounts of a matter or client, or of the whole workspace. */
export async function figures({ query }: Input<DashContract['timer']['figures']>, { caller, sql }: Context) {
  const { workspaceId, permissions } = caller
  return {
    hours: await hoursRecorded(sql, workspaceId, query),
    unbilled: await unbilledTime(sql, workspaceId, query),
    billed: permissions.includes('invoices:read') ? await billedSums(sql, workspaceId, query) : null,
  }
}

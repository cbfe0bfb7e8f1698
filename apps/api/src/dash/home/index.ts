import { unbilledTime } from '@matterbase/domain'
import type { DashContract, Permission } from '@matterbase/schemas'
import type { Context, Handlers } from '../../http/operations/context.ts'
import type { WorkspaceDeps } from '../deps.ts'
import { activity } from './activity.ts'
import { callsOfTheDay, checklist, failingEndpoints } from './developers.ts'
import { firstSteps, newLeads, overdueInvoices, today, unloggedMatters } from './practice.ts'

export const home = (_deps: WorkspaceDeps): Handlers<DashContract['home']> => ({
  async get({ query }, context) {
    const { caller, sql } = context
    const since = query.today ?? new Date(Date.now() - 86_400_000).toISOString()
    const until = query.tomorrow ?? new Date(Date.parse(since) + 86_400_000).toISOString()
    const { workspaceId, user } = caller
    const may = <T>(permission: Permission, read: () => Promise<T>) => ifAllowed(context, permission, read)
    return {
      checklist: await may('keys:read', () => checklist(sql, workspaceId)),
      first_steps: await may('invoices:write', () => firstSteps(sql, workspaceId)),
      today: await may('matters:read', () => today(sql, workspaceId, { since, until, userId: user?.id })),
      unbilled: await may('matters:read', () => unbilledTime(sql, workspaceId)),
      unlogged: await may('timer', () => unloggedMatters(sql, workspaceId, since)),
      overdue: await may('invoices:read', () => overdueInvoices(sql, workspaceId)),
      new_leads: await may('leads:read', () => newLeads(sql, workspaceId)),
      calls: await may('logs:read', () => callsOfTheDay(sql, workspaceId)),
      failing: await may('webhooks:write', () => failingEndpoints(sql, workspaceId)),
    }
  },
  activity,
})

async function ifAllowed<T>({ caller }: Context, permission: Permission, read: () => Promise<T>): Promise<T | null> {
  return caller.permissions.includes(permission) ? read() : null
}

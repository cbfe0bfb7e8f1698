import {
  firstSteps,
  firstStepsWithApi,
  listFailingEndpoints,
  listNewLeads,
  listOverdue,
  listWorkToCheck,
  mattersWithoutTime,
  readActivity,
  requestsPerHour,
  timeRecorded,
  unbilledTime,
} from '@matterbase/domain'
import type { Subject } from '@matterbase/domain'
import type { DashContract, Input, Permission } from '@matterbase/schemas'
import { validationFailed } from '../http/errors/api-error.ts'
import type { Context, Handlers } from '../http/operations/context.ts'
import type { WorkspaceDeps } from './deps.ts'

export const home = (_deps: WorkspaceDeps): Handlers<DashContract['home']> => ({
  async get({ query }, context) {
    const { caller, sql } = context
    const since = query.today ?? new Date(Date.now() - 86_400_000).toISOString()
    const until = query.tomorrow ?? new Date(Date.parse(since) + 86_400_000).toISOString()
    const { workspaceId, user } = caller
    const may = <T>(permission: Permission, read: () => Promise<T>) => ifAllowed(context, permission, read)
    return {
      checklist: await may('keys:read', () => firstStepsWithApi(sql, workspaceId)),
      first_steps: await may('invoices:write', () => firstSteps(sql, workspaceId)),
      today: await may('matters:read', () => timeRecorded(sql, workspaceId, { since, until, userId: user?.id })),
      unbilled: await may('matters:read', () => unbilledTime(sql, workspaceId)),
      unlogged: await may('timer', () => mattersWithoutTime(sql, workspaceId, since)),
      overdue: await may('invoices:read', () => listOverdue(sql, workspaceId)),
      work_to_check: await may('matters:write', () => listWorkToCheck(sql, workspaceId)),
      new_leads: await may('leads:read', () => listNewLeads(sql, workspaceId)),
      calls: await may('logs:read', () => requestsPerHour(sql, workspaceId)),
      failing: await may('webhooks:write', () => listFailingEndpoints(sql, workspaceId)),
    }
  },

  activity: async ({ query }, { caller, sql }) => ({ data: await readActivity(sql, caller, subjectOf(query)) }),
})

async function ifAllowed<T>({ caller }: Context, permission: Permission, read: () => Promise<T>): Promise<T | null> {
  return caller.permissions.includes(permission) ? read() : null
}

/** @throws ApiError validation_failed when the query has both a matter and a client, or neither. */
function subjectOf({ case_id: matter, client_id: client }: Input<DashContract['home']['activity']>['query']): Subject {
  if (matter !== undefined && client === undefined) return { path: 'matters', id: matter }
  if (client !== undefined && matter === undefined) return { path: 'clients', id: client }
  throw validationFailed([{ field: 'case_id', code: 'required', message: 'must be sent, or client_id instead' }])
}

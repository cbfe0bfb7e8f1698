import {
  changeTimer,
  currentTimer,
  discardTimer,
  invoiceOfWork,
  startTimer,
  ratedMembers,
  stopTimer,
  unbilledTime,
  billedSums,
  hoursRecorded,
  readTimeSheet,
} from '@matterbase/domain'
import type { DashContract, Input } from '@matterbase/schemas'
import { RawJson } from '../../http/answer/raw-json.ts'
import type { Handlers, Context } from '../../http/operations/context.ts'
import { validationFailed } from '../../http/errors/api-error.ts'

/** Starting, changing and stopping the caller's timer. */
export const timer: Handlers<DashContract['timer']> = {
  get: async (_input, { caller, sql }) => ({ timer: (await currentTimer(sql, caller)) ?? null }),

  start: async ({ body }, { caller, sql }) => ({ timer: await startTimer(sql, caller, body) }),

  change: async ({ body }, { caller, sql }) => ({ timer: await changeTimer(sql, caller, body) }),

  stop: ({ body }, { caller, write }) =>
    write(async (tx) => ({ data: new RawJson((await stopTimer(tx, caller, body)).json) })),

  async discard(_input, { caller, sql }) {
    await discardTimer(sql, caller)
    return { success: true }
  },

  sheet: timeSheet,

  figures,

  colleagues: async (_input, { caller, sql }) => ({ data: await ratedMembers(sql, caller.ownerUuid) }),

  billedOn: async ({ query }, { caller, sql }) => ({
    invoice: (await invoiceOfWork(sql, caller.workspaceId, query)) ?? null,
  }),

  unbilled: ({ query }, { caller, sql }) => unbilledTime(sql, caller.workspaceId, query),
}

/** The hours and amounts of a matter or client, or of the whole workspace. */
async function figures({ query }: Input<DashContract['timer']['figures']>, { caller, sql }: Context) {
  const { workspaceId, permissions } = caller
  return {
    hours: await hoursRecorded(sql, workspaceId, query),
    unbilled: await unbilledTime(sql, workspaceId, query),
    billed: permissions.includes('invoices:read') ? await billedSums(sql, workspaceId, query) : null,
  }
}

const mostDays = 62

/** @throws ApiError validation_failed when the span of time is too long. */
async function timeSheet({ query }: Input<DashContract['timer']['sheet']>, { caller, sql }: Context) {
  const { from, to, user_id: user } = query
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (!(days > 0 && days <= mostDays))
    throw validationFailed([{ field: 'to', code: 'out_of_range', message: `must be 0 to ${mostDays} days after from` }])
  return readTimeSheet(sql, caller.workspaceId, { from, to, user })
}

import {
  changeTimer,
  currentTimer,
  discardTimer,
  invoiceOfWork,
  startTimer,
  ratedMembers,
  stopTimer,
  unbilledTime,
} from '@matterbase/domain'
import type { DashContract } from '@matterbase/schemas'
import { RawJson } from '../../../http/answer/raw-json.ts'
import type { Handlers } from '../../../http/operations/context.ts'
import { figures } from './figures.ts'
import { timeSheet } from './sheet.ts'

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

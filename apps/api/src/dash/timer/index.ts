import { requireRecord } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { DashContract } from '@matterbase/schemas'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Caller, Handlers } from '../../http/operations/context.ts'
import type { WorkspaceDeps } from '../deps.ts'
import { obeyingRules } from '../refused.ts'
import { changeTimer, currentTimer, startTimer, takeTimer } from './running.ts'
import { timeSheet, unbilledTime } from './sheet.ts'

/** Starting, changing and stopping the caller's timer; its time becomes an entry as if a key had sent it. */
export const timer = ({ handlers }: WorkspaceDeps): Handlers<DashContract['timer']> => ({
  get: async (_input, { caller, sql }) => ({ timer: (await currentTimer(sql, caller)) ?? null }),

  async start({ body }, { caller, sql }) {
    await requireMatter(sql, caller, body.case_id)
    await startTimer(sql, caller, body)
    return { timer: (await currentTimer(sql, caller)) ?? notRunning() }
  },

  async change({ body }, { caller, sql }) {
    await requireMatter(sql, caller, body.case_id)
    if (!(await changeTimer(sql, caller, body))) notRunning()
    return { timer: (await currentTimer(sql, caller)) ?? notRunning() }
  },

  async stop({ body }, context) {
    const { caller } = context
    await requireMatter(context.sql, caller, body.case_id)
    return context.write(async (tx) => {
      const taken = (await takeTimer(tx.sql, caller, body)) ?? notRunning()
      const entry = { ...taken, end_time: tx.now.toISOString() }
      const inHere = { ...context, sql: tx.sql, write: <T>(work: (same: typeof tx) => Promise<T>) => work(tx) }
      return handlers.timeEntries.create({ params: {}, query: {}, body: entry }, inHere)
    })
  },

  async discard(_input, { caller, sql }) {
    if (!(await takeTimer(sql, caller, {}))) notRunning()
    return { success: true }
  },

  sheet: timeSheet,
  unbilled: unbilledTime,
})

/** @throws ApiError validation_failed when the workspace has no such matter. */
const requireMatter = (sql: Sql, { workspaceId }: Caller, id: number | null | undefined) =>
  obeyingRules(() => requireRecord({ sql, workspaceId }, 'matters', id, 'case_id'))

/** @throws ApiError conflict. */
function notRunning(): never {
  throw new ApiError('conflict', 'No timer is running; start one first')
}

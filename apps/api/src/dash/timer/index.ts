import { records, requireRecord } from '@matterbase/domain'
import type { Sql } from '@matterbase/db'
import type { DashContract } from '@matterbase/schemas'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Caller, Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { changeTimer, currentTimer, startTimer, takeTimer } from './running.ts'
import { timeSheet, unbilledTime } from './sheet.ts'

/** Starting, changing and stopping the caller's timer; its time becomes an entry as if a key had sent it. */
export const timer: Handlers<DashContract['timer']> = {
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

  async stop({ body }, { caller, sql, write }) {
    await requireMatter(sql, caller, body.case_id)
    return write(async (tx) => {
      const taken = (await takeTimer(tx.sql, caller, body)) ?? notRunning()
      const entry = await records.timeEntries.create(tx, caller, { ...taken, end_time: tx.now.toISOString() })
      return { data: new RawJson(entry.json) }
    })
  },

  async discard(_input, { caller, sql }) {
    if (!(await takeTimer(sql, caller, {}))) notRunning()
    return { success: true }
  },

  sheet: timeSheet,
  unbilled: unbilledTime,
}

/** @throws RefusedError validation_failed when the workspace has no such matter. */
const requireMatter = (sql: Sql, { workspaceId }: Caller, id: number | null | undefined) =>
  requireRecord({ sql, workspaceId }, 'matters', id, 'case_id')

/** @throws ApiError conflict. */
function notRunning(): never {
  throw new ApiError('conflict', 'No timer is running; start one first')
}

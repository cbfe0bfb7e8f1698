import { markOverdue, workspacesWithOverdue } from '@matterbase/domain'
import { sendReminders, workspacesToRemind } from '@matterbase/domain/sending'
import type { Db, Sealer } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'

// Pages show overdue invoices by status, and no worker may have run at midnight, when due dates end.
const everyMs = 60_000
const remindEveryMs = 3_600_000

interface OverdueDeps {
  readonly db: Db
  readonly log: Logger
  /** Seals the links in reminders. Default: no reminders. */
  readonly sealer?: Sealer | undefined
}

/** Makes sent invoices overdue within a minute of the end of their due date, and reminds their clients each hour. */
export function createOverdue({ db, log, sealer }: OverdueDeps): Loop {
  let remindedAt = -Infinity
  async function turn(): Promise<boolean> {
    await markAll(db, log)
    if (sealer && performance.now() - remindedAt >= remindEveryMs) {
      remindedAt = performance.now()
      await remind(db, log, sealer)
    }
    return false
  }
  return createLoop(turn, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'invoices could not be marked overdue'),
  })
}

async function markAll(db: Db, log: Logger): Promise<void> {
  for (const workspace of await workspacesWithOverdue(db)) {
    const about = { workspace_id: workspace.workspaceId }
    try {
      const count = await markOverdue(db, workspace)
      if (count > 0) log.info({ ...about, count }, 'invoices are overdue')
    } catch (error) {
      // Other workspaces continue, and the next turn tries again.
      log.warn({ ...about, err: error }, 'invoices of a workspace could not be marked overdue')
    }
  }
}

async function remind(db: Db, log: Logger, sealer: Sealer) {
  for (const workspace of await workspacesToRemind(db)) {
    const about = { workspace_id: workspace.workspaceId }
    try {
      const count = await sendReminders(db, workspace, sealer)
      if (count > 0) log.info({ ...about, count }, 'reminders are queued')
    } catch (error) {
      log.warn({ ...about, err: error }, 'reminders of a workspace could not be queued')
    }
  }
}

import { markOverdue, workspacesWithOverdue } from '@matterbase/domain'
import { sendReminders, workspacesToRemind } from '@matterbase/domain/sending'
import type { Db, Sealer } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'

// Due dates end at midnight, but a worker may have been away then.
const everyMs = 3_600_000

interface OverdueDeps {
  readonly db: Db
  readonly log: Logger
  /** Seals the links in reminders. Default: nobody is reminded. */
  readonly sealer?: Sealer | undefined
}

/** Makes sent invoices overdue once their due date has passed, and reminds their clients: at the start, and each hour. */
export function createOverdue({ db, log, sealer }: OverdueDeps): Loop {
  return createLoop(() => turn(db, log, sealer), {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'invoices could not be made overdue'),
  })
}

async function turn(db: Db, log: Logger, sealer: Sealer | undefined): Promise<boolean> {
  for (const workspace of await workspacesWithOverdue(db)) {
    const about = { workspace_id: workspace.workspaceId }
    try {
      const count = await markOverdue(db, workspace)
      if (count > 0) log.info({ ...about, count }, 'invoices are overdue')
    } catch (error) {
      // It must not hold up the others; the next turn tries again.
      log.warn({ ...about, err: error }, 'invoices of a workspace could not be made overdue')
    }
  }
  if (sealer) await remind(db, log, sealer)
  return false
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

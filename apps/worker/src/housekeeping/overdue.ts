import { markOverdue, workspacesWithOverdue } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'

// Due dates end at midnight, but a worker may have been away then.
const everyMs = 3_600_000

/** Makes sent invoices overdue once their due date has passed: at the start, and each hour. */
export function createOverdue({ db, log }: { readonly db: Db; readonly log: Logger }): Loop {
  return createLoop(() => turn(db, log), {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'invoices could not be made overdue'),
  })
}

async function turn(db: Db, log: Logger): Promise<boolean> {
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
  return false
}

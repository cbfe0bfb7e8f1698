import { settleStrayWork, workspacesWithStrayWork } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'

// Only earlier versions left such work.
const everyMs = 86_400_000

/** Gives unbilled work of earlier versions the client of its matter: at the start, and each day. */
export function createStrayWorkBackfill(db: Db, log: Logger): Loop {
  async function turn(): Promise<boolean> {
    for (const workspace of await workspacesWithStrayWork(db)) {
      const about = { workspace_id: workspace.workspaceId }
      try {
        log.info(
          { ...about, count: await settleStrayWork(db, workspace) },
          'unbilled work has the client of its matter',
        )
      } catch (error) {
        // Other workspaces continue, and the next turn tries again.
        log.warn({ ...about, err: error }, 'unbilled work of a workspace could not be settled')
      }
    }
    return false
  }
  return createLoop(turn, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'unbilled work could not be settled'),
  })
}

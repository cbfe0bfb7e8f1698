import { deleteOldDocuments, workspacesWithOldDocuments } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'

const everyMs = 3_600_000

/** Deletes documents after the retention period of their firm, at the start and each hour. */
export function createDocumentRetention(db: Db, log: Logger): Loop {
  return createLoop(() => turn(db, log), {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'old documents could not be deleted'),
  })
}

async function turn(db: Db, log: Logger): Promise<boolean> {
  for (const workspace of await workspacesWithOldDocuments(db)) {
    const about = { workspace_id: workspace.workspaceId }
    try {
      const count = await deleteOldDocuments(db, workspace)
      if (count > 0) log.info({ ...about, count }, 'old documents were deleted')
    } catch (error) {
      // Other workspaces continue, and the next turn tries again.
      log.warn({ ...about, err: error }, 'old documents of a workspace could not be deleted')
    }
  }
  return false
}

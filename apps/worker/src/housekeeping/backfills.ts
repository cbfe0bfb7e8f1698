import {
  fillInvoices,
  moveClientAddresses,
  settleStrayWork,
  workspacesWithOldAddresses,
  workspacesWithStrayWork,
  workspacesWithUnfilledInvoices,
} from '@matterbase/domain'
import type { Workspace } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'

// Only earlier versions left such rows.
const everyMs = 86_400_000

interface Backfill {
  /** For the log. */
  readonly name: string
  readonly find: (db: Db) => Promise<readonly Workspace[]>
  /** Returns the number of records. */
  readonly run: (db: Db, workspace: Workspace) => Promise<number>
}

const backfills: readonly Backfill[] = [
  { name: 'client of unbilled work', find: workspacesWithStrayWork, run: settleStrayWork },
  { name: 'billing address of clients', find: workspacesWithOldAddresses, run: moveClientAddresses },
  { name: 'content of invoices', find: workspacesWithUnfilledInvoices, run: fillInvoices },
]

/** Brings rows of earlier versions in line, piece by piece: at the start, and each day. */
export function createBackfills(db: Db, log: Logger): Loop {
  async function fill({ name, find, run }: Backfill) {
    for (const workspace of await find(db)) {
      const about = { workspace_id: workspace.workspaceId, backfill: name }
      try {
        log.info({ ...about, count: await run(db, workspace) }, 'filled records of an earlier version')
      } catch (error) {
        // Other workspaces continue, and the next turn tries again.
        log.warn({ ...about, err: error }, 'records of an earlier version could not be filled')
      }
    }
  }
  async function turn(): Promise<boolean> {
    for (const backfill of backfills) await fill(backfill)
    return false
  }
  return createLoop(turn, {
    everyMs,
    onError: (error) => log.warn({ err: error }, 'records of an earlier version could not be filled'),
  })
}

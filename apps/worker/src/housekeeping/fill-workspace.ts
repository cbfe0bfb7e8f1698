import { setTimeout as delay } from 'node:timers/promises'
import { write } from '@matterbase/domain'
import type { Backfill } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { Logger } from 'pino'

/** Rows of the first batch, which also prepares the statements. A batch has twice or half as many as the one before. */
const firstBatch = 1
const mostRows = 500
// Other writes of the workspace wait for a batch.
const shortMs = 40
const longMs = 100
/** At least as long as the batch took, so that other writes have half of the time. */
const leastPauseMs = 10
const progressMs = 10_000

interface Filling {
  readonly backfill: Backfill
  readonly log: Logger
  readonly signal?: AbortSignal | undefined
}

/** Fills the rows of a workspace in short transactions with pauses. */
export async function fillWorkspace(db: Db, workspaceId: number, { backfill, log, signal }: Filling): Promise<void> {
  let after: number | undefined = 0
  let limit = firstBatch
  let noted = performance.now()
  while (after !== undefined) {
    if (signal?.aborted) return
    const range = { after, limit }
    let lockedMs = 0
    after = await write(db, workspaceId, async (tx) => {
      const began = performance.now()
      const next = await backfill.fill(tx, range)
      lockedMs = performance.now() - began
      return next
    })
    limit = nextLimit(limit, lockedMs)
    await delay(Math.max(leastPauseMs, lockedMs))
    if (performance.now() - noted < progressMs) continue
    noted = performance.now()
    const about = { backfill: backfill.name, workspace_id: workspaceId }
    log.info({ ...about, ...(await backfill.count(db)) }, 'filling records of an earlier version')
  }
}

function nextLimit(limit: number, lockedMs: number): number {
  if (lockedMs > longMs) return Math.max(1, Math.floor(limit / 2))
  return lockedMs < shortMs ? Math.min(mostRows, limit * 2) : limit
}

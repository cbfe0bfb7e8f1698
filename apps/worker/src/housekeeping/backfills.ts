import { setTimeout as delay } from 'node:timers/promises'
import { backfills, noteWorkToCheck } from '@matterbase/domain'
import type { Backfill } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'
import { fillWorkspace } from './fill-workspace.ts'

// Only earlier versions left such rows.
const everyMs = 86_400_000
// APIs of the version before can run for a while next to a new worker.
const repeatMs = 15_000
const retryMs = 300_000

/** Fills rows of earlier versions, piece by piece: at the start, and each day. */
export function createBackfills(db: Db, log: Logger): Loop {
  const stopping = new AbortController()
  let nextMs = 0
  async function turn(): Promise<boolean> {
    const isWhole = performance.now() >= nextMs
    if (
      isWhole ? await fillAll(db, log, stopping.signal) : await fillEach(repeated, { db, log, signal: stopping.signal })
    ) {
      if (isWhole) nextMs = performance.now() + everyMs
      return false
    }
    await delay(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    return true
  }
  const loop = createLoop(turn, {
    everyMs: repeatMs,
    onError: (error) => log.warn({ err: error }, 'records of an earlier version could not be filled'),
  })
  return {
    get turns() {
      return loop.turns
    },
    kick: loop.kick,
    stop() {
      stopping.abort()
      return loop.stop()
    },
  }
}

/**
 * Fills the rows of all workspaces, and notes the work that people have to check.
 *
 * @param signal ends it after the current batch.
 * @returns false if a workspace could not be filled.
 */
export async function fillAll(db: Db, log: Logger, signal?: AbortSignal): Promise<boolean> {
  const isDone = await fillEach(backfills, { db, log, signal })
  if (signal?.aborted) return isDone
  const count = await noteWorkToCheck(db)
  if (count > 0) log.warn({ workspaces: count }, 'work of an earlier version has to be checked by a person')
  return isDone
}

const repeated = backfills.filter(({ isRepeated }) => isRepeated)

interface Filling {
  readonly db: Db
  readonly log: Logger
  readonly signal: AbortSignal | undefined
}

/** @returns false if a workspace could not be filled. */
async function fillEach(some: readonly Backfill[], { db, log, signal }: Filling): Promise<boolean> {
  let isDone = true
  for (const backfill of some) {
    const workspaces = await backfill.find(db)
    if (workspaces.length === 0) continue
    const about = { backfill: backfill.name }
    log.info({ ...about, ...(await backfill.count(db)) }, 'filling records of an earlier version')
    for (const { workspaceId } of workspaces) {
      if (signal?.aborted) return true
      await fillWorkspace(db, workspaceId, { backfill, log, signal }).catch((error: unknown) => {
        // Other workspaces continue, and a later turn tries again.
        log.warn(
          { ...about, workspace_id: workspaceId, err: error },
          'records of an earlier version could not be filled',
        )
        isDone = false
      })
    }
    log.info({ ...about, ...(await backfill.count(db)) }, 'filled records of an earlier version')
  }
  return isDone
}

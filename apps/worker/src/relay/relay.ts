import { warnSeldom } from '@matterbase/config'
import type { Db } from '@matterbase/db'
import type { JobBackend } from '@matterbase/jobs'
import type { Logger } from 'pino'
import { returnAllJobs } from '../deliveries/sweeps.ts'
import { returnJobs } from '../deliveries/transitions.ts'
import { claim } from './claim.ts'
import type { Claim } from './claim.ts'
import { isAnythingDue, start } from './find-due.ts'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'
import type { Paces } from '../runtime/paces.ts'
import type { Settings } from '../runtime/settings.ts'

export interface RelayDeps {
  db: Db
  backend: JobBackend
  settings: Settings
  paces: Paces
  log: Logger
}

export interface Relay {
  loop: Loop
  /** True if a due delivery waits for a place of this account. */
  isAwaited(account: string): boolean
}

const lossCheckMs = 1_000

/**
 * Moves due deliveries from PostgreSQL to the queue: it leases them, commits, then adds their jobs. After a kill in
 * between, the leases expire. It fills a queue that lost its jobs again.
 */
export function createRelay({ db, backend, settings, paces, log }: RelayDeps): Relay {
  let cursor = start
  let waiting: Claim['waiting'] = new Set<string>()
  // After a pass without jobs, one cheap query decides whether to start another pass.
  let isQuiet = true
  let checkedAt = Number.NEGATIVE_INFINITY

  async function recoverLostJobs(): Promise<void> {
    if (performance.now() - checkedAt < lossCheckMs) return
    if (await backend.hasLostJobs()) {
      const count = await returnAllJobs(db)
      await backend.markComplete()
      if (count > 0) log.warn({ count }, 'the queue lost jobs, which are queued again')
    }
    checkedAt = performance.now()
  }

  async function pass(): Promise<boolean> {
    await recoverLostJobs()
    if (isQuiet && !(await isAnythingDue(db))) {
      waiting = new Set()
      return false
    }
    const claimed = await claim(db, settings, cursor, paces.raised())
    isQuiet = (claimed?.cursor ?? cursor) === start && !claimed?.jobs.length
    if (!claimed) return false
    // A pass that continues after another adds to the accounts of that one.
    waiting =
      cursor === start || waiting === 'all' || claimed.waiting === 'all'
        ? claimed.waiting
        : new Set([...waiting, ...claimed.waiting])
    cursor = claimed.cursor
    if (claimed.jobs.length > 0) {
      await backend
        .add(
          'wh-send',
          claimed.jobs.map((data) => ({ id: data.leaseId, data })),
        )
        .catch(async (error: unknown) => {
          await returnJobs(db, claimed.jobs)
          throw error
        })
    }
    return claimed.isFull
  }

  const loop = createLoop(pass, {
    everyMs: settings.pollMs,
    leastMs: 5,
    onError: warnSeldom(log, 'the relay failed'),
  })
  return { loop, isAwaited: (account) => waiting === 'all' || waiting.has(account) }
}

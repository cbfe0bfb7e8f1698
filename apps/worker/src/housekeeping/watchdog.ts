import type { Db } from '@matterbase/db'
import type { JobBackend } from '@matterbase/jobs'
import type { Logger } from 'pino'
import { hasStaleJobs } from '../deliveries/sweeps.ts'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'
import type { Settings } from '../runtime/settings.ts'

/** The counts that the watchdog compares. */
export interface Pulse {
  /** Attempts begun so far. */
  started: number
  /** Turns of the relay so far. */
  turns: number
  /** True if old jobs are in the queue while this worker has room for them. */
  isWaiting: boolean
}

export interface WatchdogDeps {
  db: Db
  backend: JobBackend
  settings: Settings
  log: Logger
  pulse: () => Omit<Pulse, 'isWaiting'> & { hasRoom: boolean }
  /** Called when nothing progresses although jobs wait and database and queue respond. */
  onWedged: () => void
}

/** Checks every few seconds. A check without a response of the database or queue does not count. */
export function startWatchdog({ db, backend, settings, log, pulse, onWedged }: WatchdogDeps): Loop {
  const isWedged = createStallCheck(settings.patience)

  async function turn(): Promise<boolean> {
    await backend.ping()
    const areStale = await hasStaleJobs(db, settings.leaseMs, settings.housekeepingMs)
    const { hasRoom, ...counts } = pulse()
    if (isWedged({ ...counts, isWaiting: hasRoom && areStale })) onWedged()
    return false
  }

  return createLoop(turn, {
    everyMs: settings.housekeepingMs,
    onError: (error) => log.warn({ err: error }, 'the watchdog could not check this worker'),
  })
}

/**
 * A check that returns true after `patience` checks in a row without a started job while jobs wait, or without a turn of
 * the relay. It counts checks, not seconds, so that a process that was stopped for a while is not ended.
 */
export function createStallCheck(patience: number): (pulse: Pulse) => boolean {
  let last: Pulse = { started: -1, turns: -1, isWaiting: false }
  let idleChecks = 0
  let stuckChecks = 0
  return (pulse) => {
    idleChecks = pulse.isWaiting && pulse.started === last.started ? idleChecks + 1 : 0
    stuckChecks = pulse.turns === last.turns ? stuckChecks + 1 : 0
    last = pulse
    return idleChecks >= patience || stuckChecks >= patience
  }
}

import type { Db } from '@matterbase/db'
import type { JobBackend } from '@matterbase/jobs'
import type { Logger } from 'pino'
import { hasStaleJobs } from '../deliveries/sweeps.ts'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'
import type { Settings } from '../runtime/settings.ts'

/** What the watchdog checks. */
export interface Pulse {
  /** Attempts begun so far. */
  started: number
  /** Turns of the relay so far. */
  turns: number
  /** Whether jobs have been waiting in the queue for a while and there is room to run them. */
  isWaiting: boolean
}

export interface WatchdogDeps {
  db: Db
  backend: JobBackend
  settings: Settings
  log: Logger
  pulse: () => Omit<Pulse, 'isWaiting'> & { hasRoom: boolean }
  /** Called when nothing moves any more although there is work and everything answers. */
  onWedged: () => void
}

/** Checks every few seconds. A check that database or queue do not answer does not count. */
export function startWatchdog({ db, backend, settings, log, pulse, onWedged }: WatchdogDeps): Loop {
  const isWedged = createWatchdog(settings.patience)

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
 * Tells when the process is wedged: at each of several checks jobs waited and none was started, or the
 * relay did not move. Checks are counted, not seconds, so that a process that was stopped for a while
 * is not taken for a wedged one.
 */
export function createWatchdog(patience: number): (pulse: Pulse) => boolean {
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

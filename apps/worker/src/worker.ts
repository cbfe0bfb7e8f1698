import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Sealer } from '@matterbase/db'
import type { JobBackend } from '@matterbase/jobs'
import type { Logger } from 'pino'
import { createForgetter } from './forget-requests.ts'
import { createHttpClient } from './http-client.ts'
import { createJanitor } from './janitor.ts'
import { createLoop } from './loop.ts'
import { createOverdue } from './overdue.ts'
import { createPresence } from './presence.ts'
import { createRelay } from './relay.ts'
import { releaseHeld } from './release.ts'
import { replayBatch } from './replay.ts'
import { createResolve } from './resolve.ts'
import type { Resolve } from './resolve.ts'
import { createSecrets } from './secrets.ts'
import { createSender } from './sender.ts'
import type { Settings } from './settings.ts'
import { hasStaleJobs, holdDeliveries, reapLeases } from './tend.ts'
import { createWatchdog } from './watchdog.ts'

export interface WorkerDeps {
  db: Db
  backend: JobBackend
  sealer: Sealer
  settings: Settings
  log: Logger
  /** Default: the system's name servers. */
  resolve?: Resolve
  /** Called when nothing moves any more although there is work and everything answers. */
  onWedged: () => void
}

export interface RunningWorker {
  /** Takes no more work, lets attempts under way end for at most `graceMs`, and lets go of everything but `db`. */
  stop(graceMs: number): Promise<void>
}

/** Starts relay, sender and housekeeping in this process. Any number of processes may do so at once. */
export async function startWorker({
  db,
  backend,
  sealer,
  settings,
  log,
  resolve = createResolve(),
  onWedged,
}: WorkerDeps): Promise<RunningWorker> {
  // First of all: whatever is leased from now on is found if this process dies.
  const presence = await createPresence({
    db,
    log,
    held: () => sender.held,
    onReturned: () => relay.loop.kick(),
  })
  const http = createHttpClient({ timeoutMs: settings.timeoutMs, allowPrivate: settings.allowPrivate, resolve })
  const relay = createRelay({ db, backend, settings, log })
  const sender = createSender({
    db,
    http,
    settings,
    worker: presence.worker,
    log,
    secrets: createSecrets(sealer),
    isAwaited: (account) => relay.isAwaited(account),
    onMore: () => relay.loop.kick(),
    onFailure: () => tender.kick(),
  })
  const queue = backend.work('wh-send', (job) => sender.run(job), { concurrency: settings.concurrency })
  const isWedged = createWatchdog(settings.patience)
  let lookedAt = performance.now()

  async function look(): Promise<void> {
    if (performance.now() - lookedAt < settings.tendMs) return
    lookedAt = performance.now()
    await backend.ping()
    const hasRoom = sender.running < settings.concurrency
    const isWaiting = hasRoom && (await hasStaleJobs(db, settings.leaseMs, settings.tendMs))
    if (isWedged({ started: sender.started, turns: relay.loop.turns, isWaiting })) onWedged()
  }

  async function tend(): Promise<boolean> {
    const [reaped, held] = [await reapLeases(db), await holdDeliveries(db)]
    if (reaped > 0) log.warn({ count: reaped }, 'deliveries whose worker was lost are due again')
    if (held > 0) log.info({ count: held }, 'deliveries of switched-off endpoints are held')
    const [isReleasing, isReplaying] = [await releaseHeld(db), await replayBatch(db)]
    await look()
    return reaped >= 1_000 || held >= 1_000 || isReleasing || isReplaying
  }

  const tender = createLoop(tend, {
    everyMs: settings.tendMs,
    leastMs: 100,
    onError: (error) => log.warn({ err: error }, 'housekeeping could not work'),
  })
  const janitor = createJanitor({ db, sealer, settings, log })
  const overdue = createOverdue({ db, log })
  const forgetter = createForgetter(db, log, settings.pruneMs)
  return {
    async stop(graceMs) {
      sender.stop()
      const closing = Promise.all([
        relay.loop.stop(),
        tender.stop(),
        janitor.stop(),
        overdue.stop(),
        forgetter.stop(),
        queue.close(),
      ])
      const isDone = await Promise.race([closing.then(() => true), delay(graceMs, false, { ref: false })])
      // Cutting attempts off would record them as failures of the receiver; left alone, they are made again by the next worker.
      if (isDone) await http.close()
      await Promise.race([
        Promise.all([presence.stop(isDone), backend.close()]),
        delay(1_000, undefined, { ref: false }),
      ])
    },
  }
}

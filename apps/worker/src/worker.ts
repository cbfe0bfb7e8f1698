import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Sealer } from '@matterbase/db'
import type { JobBackend } from '@matterbase/jobs'
import type { Logger } from 'pino'
import { createAnalyser } from './housekeeping/analyse.ts'
import { createDocumentRetention } from './housekeeping/document-retention.ts'
import { createRequestLogRetention } from './housekeeping/forget-requests.ts'
import { createHttpClient } from './send/http-client.ts'
import { createJanitor } from './housekeeping/janitor.ts'
import { createOverdue } from './housekeeping/overdue.ts'
import { createBackfills } from './housekeeping/backfills.ts'
import { createMailServer } from './mail/mail-server.ts'
import type { MailSettings } from './mail/mail-server.ts'
import { createMailer } from './mail/mailer.ts'
import { createHousekeeper } from './housekeeping/housekeeper.ts'
import { createRecovery } from './housekeeping/recovery.ts'
import type { Loop } from './runtime/loop.ts'
import { createPaces } from './runtime/paces.ts'
import { startWatchdog } from './housekeeping/watchdog.ts'
import { createPresence } from './runtime/presence.ts'
import { createRelay } from './relay/relay.ts'
import { createResolve } from './send/resolve.ts'
import type { Resolve } from './send/resolve.ts'
import { createSecrets } from './send/secrets.ts'
import { createSender } from './send/sender.ts'
import type { SenderDeps } from './send/sender.ts'
import type { Settings } from './runtime/settings.ts'

export interface WorkerDeps {
  db: Db
  backend: JobBackend
  sealer: Sealer
  settings: Settings
  log: Logger
  /** The mail server. Default: no emails are sent. */
  mail?: MailSettings | undefined
  /** Default: the system's name servers. */
  resolve?: Resolve
  /** Called after each attempt. */
  onAttempt?: SenderDeps['onAttempt']
  /** Default: attempts are not traced. */
  tracing?: SenderDeps['tracing']
  /** Called when nothing progresses although jobs wait and database and queue respond. */
  onWedged: () => void
}

export interface RunningWorker {
  /** Takes no more work, waits at most `graceMs` for attempts in flight, and closes everything but `db`. */
  stop(graceMs: number): Promise<void>
}

/** Starts relay, sender and housekeeping in this process. Any number of processes can do so at the same time. */
export async function startWorker(deps: WorkerDeps): Promise<RunningWorker> {
  const { db, backend, sealer, settings, log, tracing, onWedged } = deps
  const { resolve = createResolve(), onAttempt = () => undefined } = deps
  // First, so that other workers recover every lease of this process if it dies.
  const presence = await createPresence(db)
  const http = createHttpClient({ timeoutMs: settings.timeoutMs, allowPrivate: settings.allowPrivate, resolve })
  const paces = createPaces(settings)
  const relay = createRelay({ db, backend, settings, paces, log })
  const housekeeper = createHousekeeper({ db, log, everyMs: settings.housekeepingMs })
  const sender = createSender({
    db,
    http,
    settings,
    paces,
    worker: presence.worker,
    log,
    secrets: createSecrets(sealer),
    isAwaited: relay.isAwaited,
    onMore: relay.loop.kick,
    onFailure: housekeeper.kick,
    onAttempt,
    tracing,
  })
  const queue = backend.work('wh-send', (job) => sender.run(job), { concurrency: settings.concurrency })
  const recovery = createRecovery({ db, log, presence, held: sender.held, onRecovered: relay.loop.kick })
  const watchdog = startWatchdog({
    db,
    backend,
    settings,
    log,
    pulse: () => ({
      started: sender.started,
      turns: relay.loop.turns,
      hasRoom: sender.running < settings.concurrency,
    }),
    onWedged,
  })
  const loops = [relay.loop, housekeeper, watchdog, ...startTasks(deps)]
  return {
    async stop(graceMs) {
      sender.stop()
      const closing = Promise.all([queue.close(), ...loops.map((loop) => loop.stop())])
      const isDone = await Promise.race([closing.then(() => true), delay(graceMs, false, { ref: false })])
      // An aborted attempt would be recorded as a failure of the receiver. An open one is repeated by another worker.
      if (isDone) await http.close()
      const leaving = recovery.stop().then(() => presence.leave(isDone))
      await Promise.race([Promise.all([leaving, backend.close()]), delay(1_000, undefined, { ref: false })])
    },
  }
}

/** Starts the loops that do not deliver webhooks. */
function startTasks({ db, sealer, settings, log, mail }: WorkerDeps): Loop[] {
  return [
    createJanitor({ db, sealer, settings, log }),
    createOverdue({ db, log, sealer: mail && sealer }),
    createRequestLogRetention(db, log, settings.pruneMs),
    createDocumentRetention(db, log),
    createAnalyser(db, log),
    createBackfills(db, log),
    ...(mail ? [createMailer({ db, sealer, log, server: createMailServer(mail), everyMs: settings.mailMs })] : []),
  ]
}

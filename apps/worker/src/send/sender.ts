import { warnSeldom } from '@matterbase/config'
import type { Tracing } from '@matterbase/config'
import type { Db } from '@matterbase/db'
import { toMessage } from '@matterbase/jobs'
import type { SendJob, SigningKeys } from '@matterbase/jobs'
import type { Logger } from 'pino'
import { asked } from './attempt.ts'
import type { Attempt, Begun } from './attempt.ts'
import { createBatcher } from './batcher.ts'
import { begin } from './begin.ts'
import { finish } from './finish.ts'
import type { Finished } from './finish.ts'
import type { HttpClient } from './http-client.ts'
import { decide } from './retry.ts'
import type { Paces } from '../runtime/paces.ts'
import type { Settings } from '../runtime/settings.ts'
import { traced } from './traced.ts'

export interface SenderDeps {
  db: Db
  http: HttpClient
  secrets: (attempt: Attempt) => SigningKeys
  settings: Settings
  paces: Paces
  /** The number of this worker, see runtime/presence.ts. */
  worker: number
  log: Logger
  /** Whether something waits for a place that this account has. */
  isAwaited: (account: string) => boolean
  /** Called when a run ends although its endpoint may have more that is due. */
  onMore: () => void
  /** Called when attempts failed in a way that may have switched their endpoint off. */
  onFailure: () => void
  /** Told of each attempt that has ended. */
  onAttempt: (result: Finished['result']) => void
  /** Makes attempts steps of the traces of what they tell. */
  tracing: Tracing | undefined
}

export interface Sender {
  /**
   * Sends the job's delivery, and goes on with further ones of the same endpoint while all goes well
   * and nobody waits for the place.
   */
  run(job: SendJob): Promise<void>
  /** Attempts begun so far. */
  readonly started: number
  readonly running: number
  /** The leases of the attempts under way. */
  readonly held: ReadonlySet<string>
  /** Lets every run end with the attempt it is at. */
  stop(): void
}

const batchSize = 100

export function createSender({
  db,
  http,
  secrets,
  settings,
  paces,
  worker,
  log,
  isAwaited,
  onMore,
  onFailure,
  onAttempt,
  tracing,
}: SenderDeps): Sender {
  const onError = warnSeldom(log, 'PostgreSQL refused a statement')
  const slack = settings.leaseMs - settings.timeoutMs
  const beginSoon = createBatcher(
    (jobs: readonly SendJob[]) => asked(() => begin(db, jobs, { leaseMs: settings.leaseMs, worker })),
    {
      max: batchSize,
      patienceMs: slack / 4,
      onError,
    },
  )
  const finishSoon = createBatcher(
    (items: readonly Finished[]) => asked(() => finish(db, items, { ...settings, worker })),
    {
      max: batchSize,
      patienceMs: slack,
      onError,
    },
  )
  const held = new Set<string>()
  let started = 0
  let running = 0
  let isStopping = false

  async function send({ attempt, askedAt }: Begun, until: number): Promise<Begun | null> {
    const message = toMessage(attempt, secrets(attempt))
    // After a long stop of the process the lease may be another's by now.
    if (performance.now() - askedAt > slack * 0.8) throw new Error('An attempt was begun too long ago to be sent now')
    const endpoint = { workspaceId: attempt.workspace_id, endpointId: attempt.endpoint_id }
    const result = await paces.around(endpoint, () =>
      traced(tracing, attempt, (headers) =>
        http.post({
          url: attempt.url,
          startedAt: attempt.started_at,
          body: message.body,
          headers: { ...message.headers, ...headers },
        }),
      ),
    )
    const verdict = decide(attempt.step, result, settings.schedule)
    const isOver = isStopping || paces.isFull(endpoint) || (performance.now() > until && isAwaited(attempt.account))
    const isTest = attempt.kind === 'ping.test'
    const wantsMore = !isOver && !isTest && result.outcome === 'success'
    const next = await finishSoon({ attempt, result, verdict, wantsMore })
    report(attempt, result, verdict)
    onAttempt(result)
    if (result.outcome !== 'success') onFailure()
    else if (isOver || isTest) onMore()
    return next
  }

  function report(
    { workspace_id, endpoint_id, id, delivery_id, attempt }: Attempt,
    result: Finished['result'],
    verdict: Finished['verdict'],
  ): void {
    const { outcome, statusCode, durationMs } = result
    const line = {
      workspace_id,
      endpoint_id,
      delivery: id,
      delivery_id,
      attempt,
      outcome,
      status_code: statusCode,
      duration_ms: durationMs,
    }
    if (outcome === 'success') log.debug(line, 'delivered')
    else log.info({ ...line, delivery_status: verdict.status, wait_ms: Math.round(verdict.waitMs) }, 'attempt failed')
  }

  return {
    held,
    get started() {
      return started
    },
    get running() {
      return running
    },
    async run(job) {
      running++
      try {
        const until = performance.now() + settings.runMs
        let begun: Begun | null = await beginSoon(job)
        while (begun) {
          started++
          const lease = begun.attempt.delivery_id
          held.add(lease)
          begun = await send(begun, until).finally(() => held.delete(lease))
        }
      } finally {
        running--
      }
    },
    stop() {
      isStopping = true
    },
  }
}

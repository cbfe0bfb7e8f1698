import { warnSeldom } from '@matterbase/config'
import type { Db } from '@matterbase/db'
import type { SendJob } from '@matterbase/jobs'
import type { Logger } from 'pino'
import type { Attempt } from '../deliveries/attempts.ts'
import { beginJobs } from '../deliveries/transitions.ts'
import type { Paces } from '../runtime/paces.ts'
import { createBatcher } from './batcher.ts'
import { finish } from './finish.ts'
import type { Finished } from './finish.ts'
import { leaseSlack, logAttempt, makeAttempt } from './make-attempt.ts'
import type { AttemptDeps, Begun } from './make-attempt.ts'
import type { Result } from './outcome.ts'
import { decide } from './retry.ts'

export interface SenderDeps extends AttemptDeps {
  db: Db
  paces: Paces
  /** The number of this worker, see runtime/presence.ts. */
  worker: number
  log: Logger
  /** True if a due delivery waits for a place of this account. */
  isAwaited: (account: string) => boolean
  /** Called when a run ends although its endpoint may have more due deliveries. */
  onMore: () => void
  /** Called after a failure, which may have disabled the endpoint. */
  onFailure: () => void
  /** Called after each attempt. */
  onAttempt: (result: Result) => void
}

export interface Sender {
  /**
   * Sends the job's delivery, then more due deliveries of the same endpoint, until an attempt fails or another
   * delivery waits for the place.
   */
  run(job: SendJob): Promise<void>
  /** Attempts begun so far. */
  readonly started: number
  readonly running: number
  /** The leases of the attempts in flight. */
  readonly held: ReadonlySet<string>
  /** Lets every run end with its current attempt. */
  stop(): void
}

export function createSender(deps: SenderDeps): Sender {
  const { paces, settings, log, isAwaited } = deps
  const { begin, finish } = createBatches(deps)
  const held = new Set<string>()
  let started = 0
  let running = 0
  let isStopping = false

  async function send(begun: Begun, until: number): Promise<Begun | null> {
    const { attempt } = begun
    const endpoint = { workspaceId: attempt.workspace_id, endpointId: attempt.endpoint_id }
    const result = await paces.around(endpoint, () => makeAttempt(deps, begun))
    const verdict = decide(attempt.step, result, settings.schedule)
    const isOver = isStopping || paces.isFull(endpoint) || (performance.now() > until && isAwaited(attempt.account))
    const isTest = attempt.kind === 'ping.test'
    const beginsNext = !isOver && !isTest && result.outcome === 'success'
    const next = await finish({ attempt, result, verdict, beginsNext })
    logAttempt(log, attempt, result, verdict)
    deps.onAttempt(result)
    if (result.outcome !== 'success') deps.onFailure()
    else if (isOver || isTest) deps.onMore()
    return next
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
        let begun: Begun | null = await begin(job)
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

const batchSize = 100

function createBatches({ db, settings, worker, log }: SenderDeps) {
  const onError = warnSeldom(log, 'PostgreSQL refused a statement')
  const slack = leaseSlack(settings)
  const options = { ...settings, worker }
  return {
    begin: createBatcher((jobs: readonly SendJob[]) => timed(() => beginJobs(db, jobs, options)), {
      max: batchSize,
      patienceMs: slack / 4,
      onError,
    }),
    finish: createBatcher((items: readonly Finished[]) => timed(() => finish(db, items, options)), {
      max: batchSize,
      patienceMs: slack,
      onError,
    }),
  }
}

async function timed(begin: () => Promise<(Attempt | null)[]>): Promise<(Begun | null)[]> {
  const requestedAt = performance.now()
  return (await begin()).map((attempt) => attempt && { attempt, requestedAt })
}

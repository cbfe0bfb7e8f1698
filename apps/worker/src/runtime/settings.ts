import type { Env } from '@matterbase/config'

/** The settings of a worker. */
export interface Settings {
  /** Seconds before each attempt, from the end of the attempt before. */
  schedule: readonly number[]
  /** The timeout of an attempt, from DNS to the last byte of the response. */
  timeoutMs: number
  /** An endpoint is disabled after this many seconds without a success, failures, and distinct events that failed. */
  disableAfter: { seconds: number; failures: number; events: number }
  /** Allows http URLs and private addresses. */
  allowPrivate: boolean
  /** Runs of one worker at the same time, each with one request. An account gets at most a quarter. */
  concurrency: number
  /** Requests in flight to one endpoint, and the most to one that responds quickly. */
  perEndpoint: number
  mostPerEndpoint: number
  /** The longest duration of a quick response. */
  quickMs: number
  /** The time until a delivery is recovered from a worker that does not finish it. */
  leaseMs: number
  /** The pause of the relay after it found no due deliveries. */
  pollMs: number
  /** The pause of the housekeeper and the watchdog. */
  housekeepingMs: number
  /** The pause of the mailer. */
  mailMs: number
  /** The pause between deletions of old rows. */
  pruneMs: number
  /** Days that attempts, deliveries and events are kept. */
  keepDays: number
  /** The time that a run continues while other deliveries wait for its place. */
  runMs: number
  /** Checks without progress before the watchdog ends the process. */
  patience: number
}

const shortestLeaseMs = 60_000

/** The settings of the environment, with those that only tests change. */
export function settingsOf(env: Env<'worker'>): Settings {
  const timeoutMs = env.WEBHOOK_TIMEOUT_MS
  return {
    schedule: env.WEBHOOK_RETRY_SCHEDULE,
    timeoutMs,
    // Far longer than the slowest attempt, so that a delivery is sent twice only after its worker was lost.
    leaseMs: Math.max(shortestLeaseMs, 4 * timeoutMs),
    disableAfter: env.WEBHOOK_DISABLE_AFTER,
    allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    ...env.WEBHOOK_IN_FLIGHT,
    // Four times the requests that the endpoints of a workspace can have in flight.
    concurrency: 400,
    quickMs: 500,
    pollMs: 100,
    housekeepingMs: 5_000,
    mailMs: 2_000,
    pruneMs: 60_000,
    keepDays: 30,
    runMs: 250,
    patience: 6,
  }
}

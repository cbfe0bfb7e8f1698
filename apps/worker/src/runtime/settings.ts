import type { Env } from '@matterbase/config'

/** What the tests shorten and an operator may change through the environment. */
export interface Settings {
  /** Seconds before each attempt, one for each; every wait counts from the end of the attempt before. */
  schedule: readonly number[]
  /** One whole attempt, from DNS to the last byte of the answer. */
  timeoutMs: number
  /** An endpoint is switched off after so many seconds without a success, failures and distinct events that failed. */
  disableAfter: { seconds: number; failures: number; events: number }
  /** Also http and private targets. */
  allowPrivate: boolean
  /** Runs of one worker at once, each of them one request at a time; an account gets at most a quarter. */
  concurrency: number
  /** Requests under way to one endpoint at once, and to one that answers quickly. */
  perEndpoint: number
  mostPerEndpoint: number
  /** What an answer takes at most that is quick. */
  quickMs: number
  /** How long an attempt may be under way before it counts as lost with its worker. */
  leaseMs: number
  /** How often the relay asks for due deliveries when there were none. */
  pollMs: number
  /** How often lapsed leases, switched-off endpoints and the watchdog have their turn. */
  housekeepingMs: number
  /** How often the outbox of e-mail is looked into. */
  mailMs: number
  /** How often what is too old is deleted. */
  pruneMs: number
  /** How many days attempts, held deliveries and those that are over are kept, and their events. */
  keepDays: number
  /** How long a run goes on with further deliveries of its endpoint while others wait for its place. */
  runMs: number
  /** A wedged worker stops the process after so many checks of the watchdog without a start. */
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

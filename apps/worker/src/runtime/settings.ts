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

export const defaults: Settings = {
  schedule: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  timeoutMs: 15_000,
  disableAfter: { seconds: 259_200, failures: 20, events: 3 },
  allowPrivate: false,
  // Four times what the endpoints of a workspace can take.
  concurrency: 400,
  perEndpoint: 5,
  mostPerEndpoint: 20,
  quickMs: 500,
  leaseMs: 60_000,
  pollMs: 100,
  housekeepingMs: 5_000,
  mailMs: 2_000,
  pruneMs: 60_000,
  keepDays: 30,
  runMs: 250,
  patience: 6,
}

/** A lease outlives the slowest attempt by far: a delivery is sent twice only when its worker was lost. */
export const leaseFor = (timeoutMs: number) => Math.max(defaults.leaseMs, 4 * timeoutMs)

/**
 * The number of every advisory lock. Numbers never change, because servers of two versions can share a database.
 * The locks of idempotency keys have no number here. They are 64-bit hashes of the key.
 */
export const advisoryLocks = {
  /** The number that `prisma migrate` uses, so that it and our migrator exclude each other. */
  migrations: 72_707_369,
  /** Held for the lifetime of an embedded start by the process that owns the data folder. */
  embeddedStart: 1_836_344_682,
  applicationRole: 1_836_344_683,
  relay: 7_270_210,
  prune: 7_270_211,
  forgetRequests: 7_270_213,
  firstAccount: 7_270_231,
} as const

/** First halves of two-part locks, which PostgreSQL keeps apart from the numbers above. */
export const lockClasses = {
  signInEmail: 1,
  signInAddress: 2,
  /** The second half is the worker's number. */
  worker: 7_270_212,
} as const

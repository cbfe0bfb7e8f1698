import type { JobBackend, OnError } from './backend.ts'

export interface BackendOptions {
  databaseUrl: string
  /** Unset: the queues live in PostgreSQL. */
  redisUrl?: string | undefined
  /** The prefix of the keys in Redis. Braces keep them in one slot of a cluster. Default `{wh}`. */
  prefix?: string
  onError: OnError
}

/**
 * Opens the queues where they are configured to live.
 *
 * @throws Error with one sentence when Redis is not reachable or may drop jobs.
 */
export async function openBackend({
  databaseUrl,
  redisUrl,
  prefix = '{wh}',
  onError,
}: BackendOptions): Promise<JobBackend> {
  // Loaded when needed: who only wants the rules for addresses need not hold BullMQ in memory.
  if (redisUrl === undefined)
    return (await import('./postgres-backend.ts')).openPostgresBackend({ url: databaseUrl, onError })
  return (await import('./redis-backend.ts')).openRedisBackend({ url: redisUrl, prefix, onError })
}

import type { JobBackend, OnError } from './backend.ts'
import { openPostgresBackend } from './postgres-backend.ts'
import { openRedisBackend } from './redis-backend.ts'

export interface BackendOptions {
  databaseUrl: string
  /** Unset: the queues live in PostgreSQL. */
  redisUrl?: string | undefined
  onError: OnError
}

/**
 * Opens the queues where they are configured to live.
 *
 * @throws Error with one sentence when Redis is not reachable or may drop jobs.
 */
export async function openBackend({ databaseUrl, redisUrl, onError }: BackendOptions): Promise<JobBackend> {
  return redisUrl === undefined
    ? openPostgresBackend({ url: databaseUrl, onError })
    : openRedisBackend({ url: redisUrl, onError })
}

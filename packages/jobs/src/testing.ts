import { Redis } from 'ioredis'
import { describe } from 'vitest'

/** The Redis of the tests. */
export const redisUrl = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'

/** True if tests use Redis: where it responds, and always in CI, which must fail without it. */
export const withRedis = (await answers()) || Boolean(process.env['CI'])

if (!withRedis) console.warn(`Redis does not answer at ${redisUrl}: its tests are skipped`)

/** A `describe` for tests that need Redis. */
export const describeRedis = withRedis ? describe : describe.skip

async function answers(): Promise<boolean> {
  const client = new Redis(redisUrl, { lazyConnect: true, connectTimeout: 1_000, retryStrategy: () => null })
  client.on('error', () => undefined)
  return client
    .connect()
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.disconnect())
}

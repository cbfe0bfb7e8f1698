import { setTimeout } from 'node:timers/promises'
import { memoryRateLimiter } from './memory-rate-limit.ts'
import { windowMs } from './rate-limit.ts'
import type { Count, FailureLimiter, Standing } from './rate-limit.ts'

// One script, so that processes that count at once cannot let one request too many through.
const countScript = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = redis.call('PTTL', KEYS[1])
if used > 0 and left > 0 and used >= tonumber(ARGV[1]) then return {0, used, left} end
if left <= 0 then
  redis.call('SET', KEYS[1], 1, 'PX', ARGV[2])
  return {1, 1, tonumber(ARGV[2])}
end
return {1, redis.call('INCR', KEYS[1]), left}`

const peekScript = `
local left = redis.call('PTTL', KEYS[1])
if left <= 0 then return {0, 0} end
return {tonumber(redis.call('GET', KEYS[1]) or '0'), left}`

// A refund must not bring a window back that has ended, nor touch the one after it.
const refundScript = `
local left = redis.call('PTTL', KEYS[1])
if left > 0 and left <= tonumber(ARGV[1]) and tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then
  redis.call('DECR', KEYS[1])
end`

/** The one command that is needed of Redis or a Redis Cluster. */
interface RedisScripts {
  eval(script: string, keys: number, ...keysAndArguments: (string | number)[]): Promise<unknown>
}

async function failAfter(ms: number): Promise<never> {
  await setTimeout(ms, undefined, { ref: false })
  throw new Error('Redis did not answer in time')
}

/**
 * Counts in Redis, so that all processes share one count. While Redis does not answer, this process
 * counts by itself: a limit that is a little too wide is better than an answer that fails.
 */
export function redisRateLimiter(
  redis: RedisScripts,
  { store = 'rate', patienceMs = 250 }: { store?: 'rate' | 'forms' | 'failures'; patienceMs?: number } = {},
): FailureLimiter {
  const fallback = memoryRateLimiter()
  const run = (script: string, keyId: string, ...args: number[]) =>
    Promise.race([redis.eval(script, 1, `${store}:${keyId}`, ...args), failAfter(patienceMs)])
  return {
    async count(keyId, limit, ms = windowMs): Promise<Count> {
      try {
        const reply = await run(countScript, keyId, limit, ms)
        const [allowed, used, msLeft] = reply as [number, number, number]
        return { allowed: allowed === 1, used, msLeft }
      } catch {
        return fallback.count(keyId, limit, ms)
      }
    },
    async peek(keyId): Promise<Standing> {
      try {
        const [used, msLeft] = (await run(peekScript, keyId)) as [number, number]
        return { used, msLeft }
      } catch {
        return fallback.peek(keyId)
      }
    },
    async refund(keyId, msLeft) {
      await run(refundScript, keyId, msLeft).catch(() => fallback.refund(keyId, msLeft))
    },
  }
}

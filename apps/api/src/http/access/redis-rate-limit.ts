import { setTimeout } from 'node:timers/promises'
import { memoryRateLimiter } from './memory-rate-limit.ts'
import { windowMs } from './rate-limit.ts'
import type { Count, FailureLimiter, WindowLimit, RequestLimiter, WindowUse } from './rate-limit.ts'

// One script, so that concurrent processes never exceed a limit. ARGV has the length of the windows, the cost of the
// request, then the limit of each window.
const countScript = `
local ms = tonumber(ARGV[1])
local cost = tonumber(ARGV[2])
local counts = {}
local isFull = false
for i, key in ipairs(KEYS) do
  local used = tonumber(redis.call('GET', key) or '0')
  local left = redis.call('PTTL', key)
  if left <= 0 then used = 0 end
  local allowed = 1
  if used + cost > tonumber(ARGV[i + 2]) then allowed = 0; isFull = true end
  counts[i] = {allowed, used, math.max(left, 0)}
end
if isFull then return counts end
for i, key in ipairs(KEYS) do
  if counts[i][3] == 0 then
    redis.call('SET', key, cost, 'PX', ms)
    counts[i] = {1, cost, ms}
  else
    counts[i][2] = redis.call('INCRBY', key, cost)
  end
end
return counts`

const peekScript = `
local left = redis.call('PTTL', KEYS[1])
if left <= 0 then return {0, 0} end
return {tonumber(redis.call('GET', KEYS[1]) or '0'), left}`

// A refund must neither reopen an expired window nor count in the next one.
const refundScript = `
local left = redis.call('PTTL', KEYS[1])
if left > 0 and left <= tonumber(ARGV[1]) then
  local used = tonumber(redis.call('GET', KEYS[1]) or '0')
  redis.call('DECRBY', KEYS[1], math.min(used, tonumber(ARGV[2])))
end`

/** The command that a Redis or Redis Cluster client needs. */
interface RedisScripts {
  eval(script: string, keys: number, ...keysAndArguments: (string | number)[]): Promise<unknown>
}

async function failAfter(ms: number): Promise<never> {
  await setTimeout(ms, undefined, { ref: false })
  throw new Error('Redis did not answer in time')
}

/**
 * Counts in Redis, so that all processes share one count. While Redis does not respond, this process counts alone, because
 * a limit that is too high is better than a failed request.
 */
export function redisRateLimiter(
  redis: RedisScripts,
  { store = 'rate', patienceMs = 250 }: { store?: 'rate' | 'forms' | 'failures'; patienceMs?: number } = {},
): FailureLimiter & RequestLimiter {
  const fallback = memoryRateLimiter()
  const run = (script: string, ids: readonly string[], ...args: number[]) =>
    Promise.race([redis.eval(script, ids.length, ...ids.map((id) => `${store}:${id}`), ...args), failAfter(patienceMs)])

  async function countAll(windows: readonly WindowLimit[], ms: number, cost: number): Promise<Count[]> {
    const ids = windows.map(({ id }) => id)
    const reply = await run(countScript, ids, ms, cost, ...windows.map(({ limit }) => limit))
    return (reply as [number, number, number][]).map(([allowed, used, msLeft]) => ({
      allowed: allowed === 1,
      used,
      msLeft,
    }))
  }

  return {
    async count(id, limit, ms = windowMs): Promise<Count> {
      const [count] = await countAll([{ id, limit }], ms, 1).catch(() => [])
      return count ?? fallback.count(id, limit, ms)
    },
    countInAll: (windows, cost = 1) =>
      countAll(windows, windowMs, cost).catch(() => fallback.countInAll(windows, cost)),
    async peek(keyId): Promise<WindowUse> {
      try {
        const [used, msLeft] = (await run(peekScript, [keyId])) as [number, number]
        return { used, msLeft }
      } catch {
        return fallback.peek(keyId)
      }
    },
    async refund(keyId, msLeft, cost = 1) {
      await run(refundScript, [keyId], msLeft, cost).catch(() => fallback.refund(keyId, msLeft, cost))
    },
  }
}

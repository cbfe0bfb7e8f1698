import type { Count, FailureLimiter, Limited, RequestLimiter, Standing } from './rate-limit.ts'
import { windowMs } from './rate-limit.ts'

export interface MemoryRateLimiter extends FailureLimiter, RequestLimiter {
  peek(id: string): Standing
  /** How many windows are kept. */
  size(): number
}

export interface StoreOptions {
  /** How many windows are kept apart. Default 100,000. */
  readonly most?: number
  /** How often those that have ended are dropped. Default every 10 s. */
  readonly sweepMs?: number
}

interface Window {
  used: number
  readonly until: number
}

/** Windows that are shared by those for whom there is no room of their own. */
const shared = 1_024

/**
 * Counts in this process. A full store forgets nobody and lets nobody through uncounted: those who come
 * then count together with others of the same hash, until windows end.
 */
export function memoryRateLimiter(
  now: () => number = () => performance.now(),
  { most = 100_000, sweepMs = 10_000 }: StoreOptions = {},
): MemoryRateLimiter {
  const windows = new Map<string, Window>()
  let sweeping: NodeJS.Timeout | undefined

  const placeOf = (id: string) => (windows.has(id) || windows.size < most ? id : `shared ${hashOf(id) % shared}`)

  function open(place: string): Window | undefined {
    const window = windows.get(place)
    return window && window.until > now() ? window : undefined
  }

  function sweep() {
    sweeping = undefined
    const at = now()
    for (const [place, { until }] of windows) if (until <= at) windows.delete(place)
    scheduleSweep()
  }

  function scheduleSweep() {
    if (windows.size > 0) sweeping ??= setTimeout(sweep, sweepMs).unref()
  }

  function countAll(limited: readonly Limited[], ms: number): Count[] {
    const counted = limited.map(({ id, limit }) => {
      const place = placeOf(id)
      const window = open(place) ?? { used: 0, until: now() + ms }
      windows.set(place, window)
      return { window, allowed: window.used < limit }
    })
    scheduleSweep()
    if (counted.every(({ allowed }) => allowed)) for (const { window } of counted) window.used++
    return counted.map(({ window, allowed }) => ({ allowed, used: window.used, msLeft: window.until - now() }))
  }

  return {
    async count(id, limit, ms = windowMs) {
      const [count] = countAll([{ id, limit }], ms)
      return count ?? { allowed: true, used: 0, msLeft: 0 }
    },
    countInAll: async (limited) => countAll(limited, windowMs),
    async refund(id, msLeft) {
      const window = open(placeOf(id))
      if (window && window.used > 0 && window.until - now() <= msLeft) window.used--
    },
    peek(id) {
      const window = open(placeOf(id))
      return window ? { used: window.used, msLeft: window.until - now() } : { used: 0, msLeft: 0 }
    },
    size: () => windows.size,
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

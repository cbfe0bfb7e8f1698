import type { Count, FailureLimiter, WindowLimit, RequestLimiter, WindowUse } from './rate-limit.ts'
import { windowMs } from './rate-limit.ts'

export interface MemoryRateLimiter extends FailureLimiter, RequestLimiter {
  peek(id: string): WindowUse
  /** The number of open windows. */
  size(): number
}

export interface StoreOptions {
  /** The most windows with a caller of their own. Default 100,000. */
  readonly most?: number
  /** The interval in which expired windows are deleted. Default 10 s. */
  readonly sweepMs?: number
}

interface Window {
  used: number
  readonly until: number
}

/** The number of windows that callers share when the store is full. */
const sharedWindows = 1_024

/**
 * Counts in this process. When the store is full, new callers share a bucket by hash until a window expires.
 *
 * rate-limiter-flexible (11.4) does not replace it: its store has no limit, refused requests count, and it cannot count in
 * several windows or none.
 */
export function memoryRateLimiter(
  now: () => number = () => performance.now(),
  { most = 100_000, sweepMs = 10_000 }: StoreOptions = {},
): MemoryRateLimiter {
  const windows = new Map<string, Window>()
  let sweeping: NodeJS.Timeout | undefined

  const keyOf = (id: string) => (windows.has(id) || windows.size < most ? id : `shared ${hashOf(id) % sharedWindows}`)

  function openWindow(key: string): Window | undefined {
    const window = windows.get(key)
    return window && window.until > now() ? window : undefined
  }

  function sweep() {
    sweeping = undefined
    const at = now()
    for (const [key, { until }] of windows) if (until <= at) windows.delete(key)
    scheduleSweep()
  }

  function scheduleSweep() {
    if (windows.size > 0) sweeping ??= setTimeout(sweep, sweepMs).unref()
  }

  function countAll(limited: readonly WindowLimit[], ms: number, cost: number): Count[] {
    const counted = limited.map(({ id, limit }) => {
      const key = keyOf(id)
      const window = openWindow(key) ?? { used: 0, until: now() + ms }
      windows.set(key, window)
      return { window, allowed: window.used + cost <= limit }
    })
    scheduleSweep()
    if (counted.every(({ allowed }) => allowed)) for (const { window } of counted) window.used += cost
    return counted.map(({ window, allowed }) => ({ allowed, used: window.used, msLeft: window.until - now() }))
  }

  return {
    async count(id, limit, ms = windowMs) {
      const [count] = countAll([{ id, limit }], ms, 1)
      return count ?? { allowed: true, used: 0, msLeft: 0 }
    },
    countInAll: async (limited, cost = 1) => countAll(limited, windowMs, cost),
    async refund(id, msLeft, cost = 1) {
      const window = openWindow(keyOf(id))
      if (window && window.until - now() <= msLeft) window.used = Math.max(0, window.used - cost)
    },
    peek(id) {
      const window = openWindow(keyOf(id))
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

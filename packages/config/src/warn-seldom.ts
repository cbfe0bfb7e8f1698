import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'

const pauseMs = 10_000

/** Logs recurring errors: the same one at most every ten seconds, with its number of repeats since the last line. */
export function warnSeldom(log: Pick<Logger, 'warn'>, message: string, now = () => performance.now()) {
  // Bounds the memory of errors that all differ.
  const logged = new LRUCache<string, { readonly at: number; repeats: number }>({ max: 100 })
  return (error: unknown): void => {
    const name = nameOf(error)
    const before = logged.get(name)
    const at = now()
    if (before && at - before.at < pauseMs) {
      before.repeats++
      return
    }
    logged.set(name, { at, repeats: 0 })
    log.warn({ err: error, ...(before && before.repeats > 0 && { repeats: before.repeats }) }, message)
  }
}

/** One connection that is refused by several addresses has no message. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return [error.name, 'code' in error ? String(error.code) : '', error.message].join(' ')
}

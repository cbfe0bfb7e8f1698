import type { Logger } from 'pino'

const pauseMs = 10_000
// So that errors which all differ take no memory.
const mostKept = 100

/**
 * Logs errors that come again and again while something is away: the same one at most every ten seconds, then with how
 * often it came `meanwhile`.
 */
export function warnSeldom(log: Pick<Logger, 'warn'>, message: string, now = () => performance.now()) {
  const told = new Map<string, { readonly at: number; meanwhile: number }>()
  return (error: unknown): void => {
    const name = nameOf(error)
    const before = told.get(name)
    const at = now()
    if (before && at - before.at < pauseMs) {
      before.meanwhile++
      return
    }
    // Anew, so that the first is the one that was told longest ago.
    told.delete(name)
    told.set(name, { at, meanwhile: 0 })
    if (told.size > mostKept) told.delete(told.keys().next().value ?? '')
    log.warn({ err: error, ...(before && before.meanwhile > 0 && { meanwhile: before.meanwhile }) }, message)
  }
}

/** One connection that is refused by several addresses has no message. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return [error.name, 'code' in error ? String(error.code) : '', error.message].join(' ')
}

import { watchParents } from './parents.ts'

export interface StopSignals {
  /** Aborted by the first Ctrl-C, SIGTERM or SIGHUP, or when the package manager that runs us is gone. */
  asked: AbortSignal
  /** Aborted by the second. */
  hurry: AbortSignal
  /** Ends the watch over the parents. Signals are caught to the very end: one that comes late must not change how it ends. */
  dispose(): void
}

// A Ctrl-C reaches us from the terminal and again from each package manager that passes it on.
const echo = 1_000

/** Listens for the wish to end. */
export function listenForStop(): StopSignals {
  const asked = new AbortController()
  const hurry = new AbortController()
  let askedAt = 0
  const onSignal = () => {
    if (!asked.signal.aborted) {
      askedAt = Date.now()
      asked.abort()
    } else if (Date.now() - askedAt > echo) hurry.abort()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, onSignal)
  return { asked: asked.signal, hurry: hurry.signal, dispose: watchParents(() => asked.abort()) }
}

import process from 'node:process'

// A Ctrl-C reaches us from the terminal and again from each package manager that passes it on.
const echoMs = 1_000

/** Aborted by the first Ctrl-C, SIGTERM or SIGHUP; the next one, a second later or more, ends the process at once. */
export function untilStopped(): AbortSignal {
  const asked = new AbortController()
  let askedAt = 0
  const onSignal = () => {
    if (!asked.signal.aborted) {
      askedAt = Date.now()
      asked.abort()
    } else if (Date.now() - askedAt > echoMs) process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return asked.signal
}

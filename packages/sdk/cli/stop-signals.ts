import process from 'node:process'

// A Ctrl-C reaches us from the terminal and again from each package manager that passes it on.
const echoMs = 1_000

/** Aborts on the first Ctrl-C, SIGTERM or SIGHUP. Another one after a second ends the process immediately. */
export function untilStopped(): AbortSignal {
  const stop = new AbortController()
  let stoppedAt = 0
  const onSignal = () => {
    if (!stop.signal.aborted) {
      stoppedAt = Date.now()
      stop.abort()
    } else if (Date.now() - stoppedAt > echoMs) process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return stop.signal
}

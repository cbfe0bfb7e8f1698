const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs `work` with a signal that a Ctrl-C aborts, so that it can clean up. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error('Stopped before the end. Nothing was changed'))
  for (const signal of signals) process.on(signal, stop)
  try {
    return await work(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

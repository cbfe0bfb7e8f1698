/**
 * Ends the process on a signal, or when the process that started it is gone. Call it first, so that
 * neither is missed. Resources that do not close in time are abandoned.
 *
 * @param patience How long closing may take after a signal (the program that sends it waits 15 s), and once the
 * parent is gone, and with it the database that it ran.
 * @returns Adds a function that closes a resource. The last one runs first.
 */
export function stopOnSignal({ graceMs = 16_000, orphanGraceMs = 5_000 } = {}): (
  close: () => Promise<unknown>,
) => void {
  const closers: (() => Promise<unknown>)[] = []
  let isStopping = false
  const stop = async (patienceMs: number, end: (code: number) => void) => {
    setTimeout(() => end(1), patienceMs).unref()
    if (isStopping) return
    isStopping = true
    for (const close of closers.toReversed()) await close()
    end(0)
  }
  const run = (patienceMs: number, end: (code: number) => void) => void stop(patienceMs, end).catch(() => end(1))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => run(graceMs, process.exit))
  process.on('disconnect', () => run(orphanGraceMs, vanish))
  // The parent can end while this program still loads.
  if (process.send && !process.connected) run(orphanGraceMs, vanish)
  return (close) => void closers.push(close)
}

// An orderly exit was seen to hang after parent and database ended together. No process is left to read the exit code.
const vanish = () => process.kill(process.pid, 'SIGKILL')

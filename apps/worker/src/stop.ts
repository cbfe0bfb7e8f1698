/**
 * Ends the process when it is told to, or when the process that started it is gone. Called before
 * anything is started, so that neither can be missed.
 *
 * @returns takes what is to be closed before; what came last goes first.
 */
export function stopOnSignal(): (close: () => Promise<unknown>) => void {
  const closers: (() => Promise<unknown>)[] = []
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    for (const close of closers.toReversed()) await close()
    process.exit(0)
  }
  const run = () => void stop().catch(() => process.exit(1))
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(event, run)
  // The parent may have gone while this program was still being read.
  if (process.send && !process.connected) run()
  return (close) => void closers.push(close)
}

/**
 * Runs `stop` once, when the process is told to end or the process that started it is gone, and then
 * exits.
 */
export function onStop(stop: () => Promise<void>) {
  let stopping = false
  const run = () => {
    if (stopping) return
    stopping = true
    void stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', run).on('SIGINT', run).on('SIGHUP', run).on('disconnect', run)
}

import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'

// Loaded into a process before its program; tells on HOLD_PROBE_PORT how long its event loop was held
// at the longest since it was last asked, and the most that its thread worked in one go.
const everyMs = 5

if (isMainThread && process.argv[1]?.includes('/apps/api/')) {
  let longest = { ms: 0, cpuMs: 0 }
  let last = performance.now()
  let cpu = process.threadCpuUsage()
  const look = () => {
    const ms = performance.now() - last - everyMs
    const { user, system } = process.threadCpuUsage(cpu)
    longest = { ms: Math.max(longest.ms, ms), cpuMs: Math.max(longest.cpuMs, (user + system) / 1000) }
    cpu = process.threadCpuUsage()
    last = performance.now()
  }
  setInterval(look, everyMs).unref()
  const server = createServer((_req, res) => {
    // A hold that has just ended is not seen before the timer's turn.
    setTimeout(() => {
      res.end(JSON.stringify(longest))
      longest = { ms: 0, cpuMs: 0 }
    }, 4 * everyMs)
  })
  server.listen(Number(process.env['HOLD_PROBE_PORT']), '127.0.0.1').unref()
}

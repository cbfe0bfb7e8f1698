import cluster from 'node:cluster'
import type { Logger } from 'pino'

/**
 * Keeps `count` copies of this process serving the same port; one that dies is started again.
 * @returns ends them.
 */
export function supervise(count: number, log: Logger): () => Promise<void> {
  let stopping = false
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return
    log.error({ pid: worker.process.pid, code, signal }, 'an API process ended and is started again')
    setTimeout(() => cluster.fork(), 500)
  })
  for (let started = 0; started < count; started++) cluster.fork()
  return async () => {
    stopping = true
    const ends = workers().map((worker) => new Promise((resolve) => worker?.once('exit', resolve)))
    for (const worker of workers()) worker?.process.kill('SIGTERM')
    await Promise.all(ends)
  }
}

const workers = () => Object.values(cluster.workers ?? {})

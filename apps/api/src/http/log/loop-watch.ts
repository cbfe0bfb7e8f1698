import { whenGone } from '@matterbase/db'
import type { RequestHandler } from 'express'
import { pathOf } from './request-log.ts'
import { stateOf } from './request-state.ts'

/** A time in which the event loop was blocked. */
export interface Hold {
  readonly ms: number
  /** The CPU time of this thread. Much less than `ms` means that another process used the CPU. */
  readonly cpu_ms: number
  /** The requests in flight. One of them blocked the loop. */
  readonly requests: readonly string[]
}

export interface LoopWatch {
  /** Tracks the requests in flight. */
  readonly handler: RequestHandler
  stop(): void
}

const everyMs = 20

/** The name of a request. The request itself would stay in memory until the next check. */
interface Watched {
  readonly method: string
  readonly originalUrl: string
  readonly requestId: string
}

/** Reports each time that the event loop was blocked for longer than `limitMs`. */
export function watchLoop(onHold: (hold: Hold) => void, limitMs = 200): LoopWatch {
  const inFlight = new Set<Watched>()
  let ended: Watched[] = []
  let cpu = process.threadCpuUsage()
  let last = performance.now()

  // The delay histogram of Node.js does not know when a delay was, and so not which request caused it.
  const timer = setInterval(() => {
    const ms = Math.round(performance.now() - last - everyMs)
    const { user, system } = process.threadCpuUsage(cpu)
    if (ms > limitMs) {
      const requests = [...inFlight, ...ended].map(nameOf)
      onHold({ ms, cpu_ms: Math.round((user + system) / 1000), requests })
    }
    ended = []
    cpu = process.threadCpuUsage()
    last = performance.now()
  }, everyMs)
  timer.unref()

  return {
    handler(req, res, next) {
      const { method, originalUrl } = req
      const watched = { method, originalUrl, requestId: stateOf(req).requestId }
      inFlight.add(watched)
      whenGone(res, () => {
        inFlight.delete(watched)
        ended.push(watched)
      })
      next()
    },
    stop: () => clearInterval(timer),
  }
}

const nameOf = (watched: Watched) => `${watched.method} ${pathOf(watched)} ${watched.requestId}`

import type { RequestHandler } from 'express'
import { pathOf } from './request-log.ts'
import { stateOf } from './request-state.ts'

/** A time in which the process could do nothing else. */
export interface Hold {
  readonly ms: number
  /** What this thread worked meanwhile; much less than `ms` says that the machine was busy with something else. */
  readonly cpu_ms: number
  /** What was asked for then; one of these held the loop. */
  readonly requests: readonly string[]
}

export interface LoopWatch {
  /** Notes what is under way. */
  readonly handler: RequestHandler
  stop(): void
}

const everyMs = 20

/** What a request is named by; not the request itself, which would be kept until the next look. */
interface Watched {
  readonly method: string
  readonly originalUrl: string
  readonly requestId: string
}

/** Tells of each time that the event loop was held for longer than `limitMs`. */
export function watchLoop(onHold: (hold: Hold) => void, limitMs = 200): LoopWatch {
  const underWay = new Set<Watched>()
  let ended: Watched[] = []
  let cpu = process.threadCpuUsage()
  let last = performance.now()

  // Not Node's histogram of delays: that one cannot say when a delay was, and so not whose.
  const timer = setInterval(() => {
    const ms = Math.round(performance.now() - last - everyMs)
    const { user, system } = process.threadCpuUsage(cpu)
    if (ms > limitMs) {
      const requests = [...underWay, ...ended].map(nameOf)
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
      underWay.add(watched)
      res.once('close', () => {
        underWay.delete(watched)
        ended.push(watched)
      })
      next()
    },
    stop: () => clearInterval(timer),
  }
}

const nameOf = (watched: Watched) => `${watched.method} ${pathOf(watched)} ${watched.requestId}`

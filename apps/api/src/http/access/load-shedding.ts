import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { held, holdFor, isCrowded } from '@matterbase/db'
import type { Release } from '@matterbase/db'
import type { RequestHandler } from 'express'
import { sendError } from '../answer/respond.ts'
import { busy } from '../errors/overloaded.ts'
import { withoutPorts } from './forwarded-for.ts'

export interface LoadSheddingOptions {
  /** The most requests of one caller in flight. Default 500. */
  readonly most?: number
  /** The time in which requests start in one turn of the event loop. Default 2 ms. */
  readonly sliceMs?: number
}

interface Arrival {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

interface Queued extends Arrival {
  readonly since: number
  /** Counts the request as no longer in flight. */
  readonly leave: Release
}

const shed = new WeakSet<IncomingMessage>()

// Created once, because an overload sends many. Different values of Retry-After spread the retries.
const refusals = [2, 3, 4, 5].map((seconds) =>
  busy('Too many of your requests are in progress. Send fewer at the same time.', seconds),
)

/** Refuses the shed requests. Belongs after the headers of every response and before expensive handlers. */
export const refuseShed: RequestHandler = (req, res, next) => {
  if (!shed.has(req)) return next()
  sendError(res, refusals[Math.floor(Math.random() * refusals.length)])
}

/**
 * Starts requests in short slices, callers in turn: the many requests of one caller neither block the event loop nor delay
 * other callers. It reads only headers, so that a refusal is cheap.
 */
export function shedLoad(app: RequestListener, { most = 500, sliceMs = 2 }: LoadSheddingOptions = {}): RequestListener {
  const inFlight = countInFlight()
  const queues = createQueues()
  // Clients that retry immediately must not get in more often than the rest.
  const refused: Arrival[] = []
  let spentMs = 0
  let isPlanned = false

  function start({ req, res }: Arrival) {
    // The caller hung up, and the application would not notice.
    if (req.destroyed || res.destroyed) return
    const from = performance.now()
    app(req, res)
    spentMs += performance.now() - from
  }

  function planSlice() {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      spentMs = 0
      startRefused(sliceMs / 4)
      startQueued()
      startRefused(sliceMs)
      if (!queues.isEmpty() || refused.length > 0) planSlice()
    })
  }

  function startQueued() {
    if (spentMs >= sliceMs) return
    for (const { next, behind } of queues.inTurns()) {
      if (isCrowded(behind, next.since)) {
        next.leave()
        refuse(next)
      } else start(next)
      if (spentMs >= sliceMs) return
    }
  }

  function startRefused(untilMs: number) {
    while (spentMs < untilMs) {
      const next = refused.shift()
      if (!next) return
      start(next)
    }
  }

  function refuse(arrival: Arrival) {
    shed.add(arrival.req)
    refused.push(arrival)
    planSlice()
  }

  return function admit(req, res) {
    const caller = callerOf(req)
    if (inFlight.of(caller) >= most) return refuse({ req, res })
    const leave = holdFor(res, inFlight.add(caller))
    planSlice()
    if (queues.isEmpty() && spentMs < sliceMs) return start({ req, res })
    queues.push(caller, { req, res, since: performance.now(), leave })
  }
}

/** The number of requests in flight, by caller. */
function countInFlight() {
  const byCaller = new Map<string, number>()
  const of = (caller: string) => byCaller.get(caller) ?? 0
  return {
    of,
    /** @returns counts the request out. */
    add(caller: string): () => void {
      held.requests++
      byCaller.set(caller, of(caller) + 1)
      return () => {
        held.requests--
        const left = of(caller) - 1
        if (left > 0) byCaller.set(caller, left)
        else byCaller.delete(caller)
      }
    },
  }
}

/** A queue of requests for each caller that has some. */
function createQueues() {
  const byCaller = new Map<string, Queued[]>()
  return {
    isEmpty: () => byCaller.size === 0,
    push(caller: string, request: Queued) {
      const queue = byCaller.get(caller) ?? []
      queue.push(request)
      byCaller.set(caller, queue)
    },
    /** Takes one request of each caller in turn, with the number of requests behind it, until the queues are empty. */
    *inTurns() {
      for (const [caller, queue] of byCaller) {
        byCaller.delete(caller)
        const next = queue.shift()
        // Behind the other callers. A Map visits entries that are added during the walk.
        if (queue.length > 0) byCaller.set(caller, queue)
        if (next) yield { next, behind: queue.length }
      }
    },
  }
}

/** The caller by its own claim, which is checked later. All callers behind a proxy share an address. */
const callerOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? headers.cookie ?? withoutPorts(String(headers['x-forwarded-for'] ?? socket.remoteAddress))

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isCrowded } from '@matterbase/db'
import type { RequestHandler } from 'express'
import { sendError } from '../answer/respond.ts'
import { busy } from '../errors/overloaded.ts'
import { withoutPorts } from './forwarded-for.ts'

export interface EntranceOptions {
  /** How many requests of one caller may be under way. Default 500. */
  readonly most?: number
  /** How long requests are begun in one turn of the event loop. Default 2 ms. */
  readonly sliceMs?: number
}

interface Arrived {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

interface Waiting extends Arrived {
  readonly since: number
  /** It is not under way any more. */
  readonly leave: () => void
}

const tooMany = new WeakSet<IncomingMessage>()

// Made once, since there are many of them; told to come back at different times, they do not come all at once again.
const answers = [2, 3, 4, 5].map((seconds) =>
  busy('Too many of your requests are in progress. Send fewer at the same time.', seconds),
)

/** Refuses what there is no room for. Comes after what every answer has, and before what costs something. */
export const refuseCrowd: RequestHandler = (req, res, next) => {
  if (!tooMany.has(req)) return next()
  sendError(res, answers[Math.floor(Math.random() * answers.length)])
}

/**
 * Begins requests in short pieces, callers by turns: what a crowd of one caller's asks neither makes the turns of the
 * event loop long nor goes before what others ask. It looks at nothing but headers, so that refusing costs little.
 */
export function openEntrance(app: RequestListener, { most = 500, sliceMs = 2 }: EntranceOptions = {}): RequestListener {
  const underWay = new Map<string, number>()
  // Of callers with requests that wait, the next one first.
  const lines = new Map<string, Waiting[]>()
  // Whoever comes again at once when refused is refused less often than others are let in.
  const refused: Arrived[] = []
  let spentMs = 0
  let isPlanned = false

  function begin({ req, res }: Arrived) {
    // What has gone is over; nothing that began now would hear of it.
    if (req.destroyed || res.destroyed) return
    const from = performance.now()
    app(req, res)
    spentMs += performance.now() - from
  }

  function plan() {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      spentMs = 0
      beginRefused(sliceMs / 4)
      beginAllowed()
      beginRefused(sliceMs)
      if (lines.size > 0 || refused.length > 0) plan()
    })
  }

  function beginAllowed() {
    for (const [caller, line] of lines) {
      if (spentMs >= sliceMs) return
      lines.delete(caller)
      const next = line.shift()
      // Behind the others; a Map visits what is added while it is walked.
      if (line.length > 0) lines.set(caller, line)
      if (next && isCrowded(line.length, next.since)) {
        next.leave()
        refuse(next)
      } else if (next) begin(next)
    }
  }

  function beginRefused(untilMs: number) {
    while (spentMs < untilMs) {
      const next = refused.shift()
      if (!next) return
      begin(next)
    }
  }

  function refuse(arrived: Arrived) {
    tooMany.add(arrived.req)
    refused.push(arrived)
    plan()
  }

  /** @returns leaves again, once. */
  function enter(caller: string): () => void {
    underWay.set(caller, (underWay.get(caller) ?? 0) + 1)
    let isIn = true
    return () => {
      const left = (underWay.get(caller) ?? 0) - Number(isIn)
      isIn = false
      if (left > 0) underWay.set(caller, left)
      else underWay.delete(caller)
    }
  }

  return function admit(req, res) {
    const caller = callerOf(req)
    if ((underWay.get(caller) ?? 0) >= most) return refuse({ req, res })
    const leave = enter(caller)
    res.once('close', leave)
    plan()
    if (lines.size === 0 && spentMs < sliceMs) return begin({ req, res })
    const line = lines.get(caller) ?? []
    line.push({ req, res, since: performance.now(), leave })
    lines.set(caller, line)
  }
}

/** As they say themselves: whether it is true is looked at later. Behind a proxy all have one address. */
const callerOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? headers.cookie ?? withoutPorts(String(headers['x-forwarded-for'] ?? socket.remoteAddress))

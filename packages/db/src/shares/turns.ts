import { countTurns } from './held.ts'
import type { TurnKind } from './held.ts'
import { whenGone } from './hold.ts'
import type { Requester } from './hold.ts'
import { HungUpError, isCrowded, OverloadedError } from './overload.ts'

export interface TurnOptions {
  /** The kind of turn, for the metrics. Undefined: not part of them. */
  readonly kind: TurnKind | undefined
  /** How many of one key run at once. */
  readonly each: number
  /** How many run at once in all. Default: any number. */
  readonly places?: number
  /** How many of one key may wait. Default: any number. */
  readonly longest?: number
  /** How many may wait in all. Default: any number. */
  readonly longestOfAll?: number
  /** How long one may wait. Default: for ever. */
  readonly patienceMs?: number
  /** True if callers that have waited long are refused when many wait behind them. Default false. */
  readonly isBrisk?: boolean
}

/**
 * Runs `work` at the key's turn, unless the caller has disconnected before. Its argument is the number of other callers
 * of the key that run.
 *
 * @throws OverloadedError, HungUpError, and any error of `work`.
 */
export type Take<K> = <T>(key: K, work: (others: number) => Promise<T>, requester?: Requester) => Promise<T>

const any = Number.POSITIVE_INFINITY

interface Waiting {
  readonly since: number
  readonly start: () => void
  readonly leave: (error: Error) => void
}

interface Line {
  running: number
  readonly queue: Waiting[]
}

/**
 * Shares places among keys. One key never has more than its share, its work runs in the order it came,
 * and keys that wait get a free place by turns, however many of their work wait.
 */
export function createTurns<K>(options: TurnOptions): Take<K> {
  const { kind, each, places = any, longest = any, longestOfAll = any, patienceMs, isBrisk = false } = options
  const lines = new Map<K, Line>()
  // Keys with a waiting caller, the next one first.
  const waiting = new Map<K, Line>()
  const counts = countTurns(kind)
  let running = 0
  let queued = 0

  function begin(line: Line) {
    running++
    counts.running++
    line.running++
  }

  function end(key: K, line: Line) {
    running--
    counts.running--
    line.running--
    for (const [next, found] of waiting) {
      if (running >= places) break
      if (found.running >= each) continue
      makeRoom(found)
      const first = found.queue.shift()
      waiting.delete(next)
      if (found.queue.length > 0) waiting.set(next, found)
      queued--
      counts.waiting--
      begin(found)
      first?.start()
      break
    }
    forgetEmpty(key, line)
  }

  function forgetEmpty(key: K, line: Line) {
    if (line.queue.length === 0) waiting.delete(key)
    if (line.running === 0 && line.queue.length === 0) lines.delete(key)
  }

  function makeRoom({ queue }: Line) {
    if (!isBrisk) return
    for (let first = queue[0]; first && isCrowded(queue.length - 1, first.since); first = queue[0])
      first.leave(new OverloadedError('queue'))
  }

  function wait(key: K, line: Line, requester: Requester | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      let stopWatching: (() => void) | undefined
      const settle = () => {
        clearTimeout(timer)
        stopWatching?.()
      }
      const start = () => {
        settle()
        resolve()
      }
      const leave = (error: Error) => {
        settle()
        line.queue.splice(line.queue.indexOf(entry), 1)
        queued--
        counts.waiting--
        forgetEmpty(key, line)
        reject(error)
      }
      const tire = () => leave(new OverloadedError('wait'))
      const timer = patienceMs === undefined ? undefined : setTimeout(tire, patienceMs)
      const entry = { since: performance.now(), start, leave }
      line.queue.push(entry)
      queued++
      counts.waiting++
      if (!waiting.has(key)) waiting.set(key, line)
      if (requester) stopWatching = whenGone(requester, () => leave(new HungUpError()))
    })
  }

  return async function take<T>(key: K, work: (others: number) => Promise<T>, requester?: Requester): Promise<T> {
    if (requester?.destroyed) throw new HungUpError()
    const line = lines.get(key) ?? { running: 0, queue: [] }
    if (running < places && line.running < each && line.queue.length === 0) {
      lines.set(key, line)
      begin(line)
    } else {
      makeRoom(line)
      if (line.queue.length >= longest || queued >= longestOfAll) throw new OverloadedError('queue')
      lines.set(key, line)
      await wait(key, line, requester)
    }
    try {
      return await work(line.running - 1)
    } finally {
      end(key, line)
    }
  }
}

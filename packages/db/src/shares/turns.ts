import { HungUpError, OverloadedError } from './overload.ts'

/** Somebody who may go away before it is their turn, such as whoever waits for an HTTP response. */
export interface Requester {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
}

export interface TurnOptions {
  /** How many of one key run at once. */
  readonly each: number
  /** How many run at once in all. Default: any number. */
  readonly places?: number
  /** How many of one key may wait. Default: any number. */
  readonly longest?: number
  /** How long one may wait. Default: for ever. */
  readonly patienceMs?: number
}

/**
 * Runs `work` when it is the key's turn.
 * @throws OverloadedError, HungUpError, and whatever `work` throws.
 */
export type Take<K> = <T>(key: K, work: () => Promise<T>, requester?: Requester) => Promise<T>

const any = Number.POSITIVE_INFINITY

interface Line {
  running: number
  readonly queue: (() => void)[]
}

/**
 * Shares places among keys. One key never has more than its share, its work runs in the order it came,
 * and keys that wait get a free place by turns, however many of their work wait.
 */
export function createTurns<K>({ each, places = any, longest = any, patienceMs }: TurnOptions): Take<K> {
  const lines = new Map<K, Line>()
  // Those with somebody in the queue, the next one first.
  const waiting = new Map<K, Line>()
  let running = 0

  function begin(line: Line) {
    running++
    line.running++
  }

  function end(key: K, line: Line) {
    running--
    line.running--
    for (const [next, found] of waiting) {
      if (running >= places) break
      if (found.running >= each) continue
      const start = found.queue.shift()
      waiting.delete(next)
      if (found.queue.length > 0) waiting.set(next, found)
      begin(found)
      start?.()
      break
    }
    forgetEmpty(key, line)
  }

  function forgetEmpty(key: K, line: Line) {
    if (line.queue.length === 0) waiting.delete(key)
    if (line.running === 0 && line.queue.length === 0) lines.delete(key)
  }

  function wait(key: K, line: Line, requester: Requester | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer)
        requester?.off('close', hangUp)
      }
      const start = () => {
        settle()
        resolve()
      }
      const leave = (error: Error) => {
        settle()
        line.queue.splice(line.queue.indexOf(start), 1)
        forgetEmpty(key, line)
        reject(error)
      }
      const hangUp = () => leave(new HungUpError())
      const tire = () => leave(new OverloadedError('queue'))
      const timer = patienceMs === undefined ? undefined : setTimeout(tire, patienceMs)
      requester?.once('close', hangUp)
      line.queue.push(start)
      if (!waiting.has(key)) waiting.set(key, line)
    })
  }

  return async function take<T>(key: K, work: () => Promise<T>, requester?: Requester): Promise<T> {
    if (requester?.destroyed) throw new HungUpError()
    const line = lines.get(key) ?? { running: 0, queue: [] }
    if (running < places && line.running < each && line.queue.length === 0) {
      lines.set(key, line)
      begin(line)
    } else {
      if (line.queue.length >= longest) throw new OverloadedError('queue')
      lines.set(key, line)
      await wait(key, line, requester)
    }
    try {
      return await work()
    } finally {
      end(key, line)
    }
  }
}

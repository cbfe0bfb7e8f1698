import { HungUpError, OverloadedError } from './overload.ts'
import type { Requester } from './turns.ts'

export interface CoalesceOptions<I, O> {
  /** Answers all items in one statement, in their order. */
  readonly run: (items: readonly I[]) => Promise<readonly O[]>
  /** How many statements may be under way. Default 2. */
  readonly atOnce?: number
  /**
   * How long what comes while a statement is under way waits for it, to go as one when it has ended. Default 5 ms, which
   * few take: the fewer statements there are, the less each item costs.
   */
  readonly gatherMs?: number
  /** The most items in one statement. Default 100. */
  readonly most?: number
  /** How many of one key may wait. Default 500. */
  readonly longest?: number
  /** How long one may wait to be sent. Default 10 s. */
  readonly patienceMs?: number
}

/**
 * Answers an item together with the others that wait.
 * @throws OverloadedError, HungUpError, and whatever `run` throws.
 */
export type Ask<K, I, O> = (key: K, item: I, requester?: Requester) => Promise<O>

interface Waiting<I, O> {
  readonly item: I
  readonly requester: Requester | undefined
  readonly since: number
  resolve(result: O): void
  reject(error: unknown): void
}

/**
 * Puts what is asked in one turn of the event loop, or while a statement is under way, into one statement. An item only
 * ever joins a statement that has not been sent, so its answer is never older than its question. Keys have their items
 * taken by turns, so that one with many does not fill the statement.
 */
export function createCoalescer<K, I, O>({
  run,
  atOnce = 2,
  gatherMs = 5,
  most = 100,
  longest = 500,
  patienceMs = 10_000,
}: CoalesceOptions<I, O>): Ask<K, I, O> {
  // In the order in which they are taken from next.
  const lines = new Map<K, Waiting<I, O>[]>()
  let running = 0
  let isPlanned = false
  let gathered: NodeJS.Timeout | undefined
  let giveUp: NodeJS.Timeout | undefined

  function plan() {
    if (isPlanned || running >= atOnce) return
    if (running > 0) gathered ??= setTimeout(sendWaiting, gatherMs)
    else {
      isPlanned = true
      setImmediate(sendWaiting)
    }
  }

  function sendWaiting() {
    isPlanned = false
    clearTimeout(gathered)
    gathered = undefined
    while (running < atOnce && lines.size > 0) send(takeBatch())
  }

  function takeBatch(): Waiting<I, O>[] {
    const batch: Waiting<I, O>[] = []
    for (const [key, line] of lines) {
      if (batch.length >= most) break
      lines.delete(key)
      const next = line.shift()
      if (next?.requester?.destroyed) next.reject(new HungUpError())
      else if (next) batch.push(next)
      // Behind the others; a Map visits what is added while it is walked.
      if (line.length > 0) lines.set(key, line)
    }
    return batch
  }

  function send(batch: readonly Waiting<I, O>[]) {
    if (batch.length === 0) return
    running++
    void run(batch.map(({ item }) => item))
      .then(
        // Every item has an answer: `run` answers them in their order.
        (results) => batch.forEach(({ resolve }, at) => resolve(results[at] as O)),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        running--
        if (lines.size > 0) plan()
      })
  }

  /** While something waits although it could have been sent: the statements under way do not end. */
  function watch() {
    if (giveUp !== undefined || lines.size === 0) return
    giveUp = setTimeout(() => {
      giveUp = undefined
      const latest = performance.now() - patienceMs
      for (const [key, line] of lines) {
        while (line[0] && line[0].since <= latest) line.shift()?.reject(new OverloadedError('queue'))
        if (line.length === 0) lines.delete(key)
      }
      watch()
    }, patienceMs / 10).unref()
  }

  return function ask(key, item, requester) {
    if (requester?.destroyed) return Promise.reject(new HungUpError())
    const line = lines.get(key) ?? []
    if (line.length >= longest) return Promise.reject(new OverloadedError('queue'))
    return new Promise<O>((resolve, reject) => {
      line.push({ item, requester, since: performance.now(), resolve, reject })
      lines.set(key, line)
      plan()
      watch()
    })
  }
}

import { countTurns } from './held.ts'
import type { TurnKind } from './held.ts'
import type { Requester } from './hold.ts'
import { HungUpError, OverloadedError } from './overload.ts'

export interface CoalesceOptions<I, O> {
  /** The kind of turn, for the metrics: statements run, and items wait. Undefined: not part of them. */
  readonly kind: TurnKind | undefined
  /** Answers all items in one statement, in their order. */
  readonly run: (items: readonly I[]) => Promise<readonly O[]>
  /** The highest number of statements in flight. Default 2. */
  readonly atOnce?: number
  /**
   * The time for which new items wait for a statement in flight, to share the next one. Default 5 ms, which few
   * statements take. Fewer statements cost less for each item.
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
 * Runs an item together with the waiting ones.
 *
 * @throws OverloadedError, HungUpError, and any error of `run`.
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
 * Combines items of one turn of the event loop, or of the time of a statement in flight, into one statement. An item
 * only joins a statement that was not sent yet, so its result is never older than its request. Keys take turns, so that
 * one with many items does not fill the statement.
 */
export function createCoalescer<K, I, O>({
  kind,
  run,
  atOnce = 2,
  gatherMs = 5,
  most = 100,
  longest = 500,
  patienceMs = 10_000,
}: CoalesceOptions<I, O>): Ask<K, I, O> {
  // In the order in which they are taken from next.
  const lines = new Map<K, Waiting<I, O>[]>()
  const counts = countTurns(kind)
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
      if (next) counts.waiting--
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
    counts.running++
    void run(batch.map(({ item }) => item))
      .then(
        // Every item has an answer: `run` answers them in their order.
        (results) => batch.forEach(({ resolve }, at) => resolve(results[at] as O)),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      )
      .finally(() => {
        running--
        counts.running--
        if (lines.size > 0) plan()
      })
  }

  /** Set while an item waits that could have been sent, because the statements in flight do not end. */
  function watch() {
    if (giveUp !== undefined || lines.size === 0) return
    giveUp = setTimeout(() => {
      giveUp = undefined
      const latest = performance.now() - patienceMs
      for (const [key, line] of lines) {
        while (line[0] && line[0].since <= latest) {
          counts.waiting--
          line.shift()?.reject(new OverloadedError('wait'))
        }
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
      counts.waiting++
      lines.set(key, line)
      plan()
      watch()
    })
  }
}

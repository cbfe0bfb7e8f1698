import { setTimeout as delay } from 'node:timers/promises'

export interface BatcherOptions {
  /** The most items of one call. */
  max: number
  /** How long an item outlasts a database that is away. */
  patienceMs: number
  onError: (error: unknown) => void
}

interface Waiting<I, O> {
  item: I
  giveUpAt: number
  resolve: (output: O) => void
  reject: (error: unknown) => void
}

/**
 * Gathers what comes while a call is under way into the next call: one statement for many attempts
 * when there is much to do, and no waiting when there is not.
 *
 * @param run answers one output for each item, in order.
 */
export function createBatcher<I, O>(
  run: (items: readonly I[]) => Promise<readonly O[]>,
  { max, patienceMs, onError }: BatcherOptions,
) {
  const waiting: Waiting<I, O>[] = []
  let isRunning = false

  async function flush(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const outputs = await run(batch.map(({ item }) => item))
      // Handed out a moment later, so that the next statement is on its way before those who waited go on.
      setImmediate(() => handOut(batch, outputs))
    } catch (error) {
      await recover(batch, error)
    }
  }

  function handOut(batch: readonly Waiting<I, O>[], outputs: readonly O[]): void {
    batch.forEach(({ resolve, reject }, index) => {
      const output = outputs[index]
      if (output === undefined) reject(new Error('A batch answered too few outputs'))
      else resolve(output)
    })
  }

  // One bad item must not take the others with it, and a database that is away takes none.
  async function recover(batch: readonly Waiting<I, O>[], error: unknown): Promise<void> {
    onError(error)
    if (isPermanent(error) && batch.length > 1) {
      for (const entry of batch) await flush([entry])
      return
    }
    const now = performance.now()
    const kept = isPermanent(error) ? [] : batch.filter(({ giveUpAt }) => giveUpAt > now)
    for (const entry of batch) if (!kept.includes(entry)) entry.reject(error)
    waiting.unshift(...kept)
    if (kept.length > 0) await delay(250)
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) await flush(waiting.splice(0, max))
    isRunning = false
  }

  return (item: I): Promise<O> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, giveUpAt: performance.now() + patienceMs, resolve, reject })
      if (isRunning) return
      isRunning = true
      // What else is ready in this turn of the event loop comes along.
      setImmediate(() => void drain())
    })
}

/** Bad data or a bad statement, which fails again, unlike a database that is away. */
function isPermanent(error: unknown): boolean {
  const state = error instanceof Error && 'code' in error ? error.code : null
  return typeof state === 'string' && /^(?:22|23|42|54|0A)\w{3}$/.test(state)
}

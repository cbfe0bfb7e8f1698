import { setTimeout as delay } from 'node:timers/promises'

export interface BatcherOptions {
  /** The most items of one call. */
  max: number
  /** The time that an item waits while the database is away. */
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
 * Batches the items that arrive during a call into the next call: one statement for many attempts under load, and no
 * delay without load.
 *
 * @param run returns one output for each item, in order.
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
      // Resolved a moment later, so that the next statement is sent before the callers continue.
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

  // A bad item fails alone, and a database that is away fails none.
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
      // Other items of this turn of the event loop join the batch.
      setImmediate(() => void drain())
    })
}

/** Bad data or a bad statement, which fails again, unlike a database that is away. */
function isPermanent(error: unknown): boolean {
  const state = error instanceof Error && 'code' in error ? error.code : null
  return typeof state === 'string' && /^(?:22|23|42|54|0A)\w{3}$/.test(state)
}

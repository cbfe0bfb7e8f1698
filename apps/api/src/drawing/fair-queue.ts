export interface QueueOptions {
  /** What runs at once, for all and for one group. */
  readonly running: { readonly all: number; readonly each: number }
  /** What waits at most, for all and for one group. */
  readonly waiting: { readonly all: number; readonly each: number }
}

export class FullError extends Error {
  override readonly name = 'FullError'
}

interface Group {
  running: number
  readonly waiting: (() => void)[]
}

/** Lets work wait for its turn; the groups that wait are served one after the other, once each in a round. */
export function fairQueue({ running: most, waiting: mostWaiting }: QueueOptions) {
  const groups = new Map<number, Group>()
  let running = 0
  let waiting = 0

  function startNext() {
    for (const [key, group] of groups) {
      if (running >= most.all) return
      const start = group.running < most.each ? group.waiting.shift() : undefined
      if (start) {
        waiting--
        take(key, group)
        start()
      }
    }
  }

  function take(key: number, group: Group) {
    running++
    group.running++
    // Behind all others: they are served before it is again.
    groups.delete(key)
    groups.set(key, group)
  }

  async function turn(key: number, group: Group, signal: AbortSignal) {
    if (running < most.all && group.running < most.each) return take(key, group)
    if (waiting >= mostWaiting.all || group.waiting.length >= mostWaiting.each)
      throw new FullError('As much waits already as may wait')
    waiting++
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        group.waiting.splice(group.waiting.indexOf(start), 1)
        waiting--
        reject(signal.reason as Error)
      }
      const start = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      group.waiting.push(start)
    })
  }

  /**
   * @param signal ends the waiting; what runs already goes on.
   * @throws FullError, or the signal's reason.
   */
  return async function run<T>(key: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    const group = groups.get(key) ?? { running: 0, waiting: [] }
    groups.set(key, group)
    try {
      await turn(key, group, signal)
    } catch (error) {
      forget(key, group)
      throw error
    }
    try {
      return await work()
    } finally {
      running--
      group.running--
      forget(key, group)
      startNext()
    }
  }

  function forget(key: number, group: Group) {
    if (group.running === 0 && group.waiting.length === 0) groups.delete(key)
  }
}

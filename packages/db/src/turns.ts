/**
 * Lets at most `places` run at once for each key, the others wait in the order they came. Whoever
 * waits here holds nothing that somebody with another key could need.
 */
export function createTurns(places: number) {
  const waiting = new Map<number, { running: number; queue: (() => void)[] }>()
  return async function take<T>(key: number, work: () => Promise<T>): Promise<T> {
    const line = waiting.get(key) ?? { running: 0, queue: [] }
    waiting.set(key, line)
    if (line.running >= places) await new Promise<void>((resolve) => line.queue.push(resolve))
    else line.running++
    try {
      return await work()
    } finally {
      const next = line.queue.shift()
      if (next) next()
      else if (--line.running === 0) waiting.delete(key)
    }
  }
}

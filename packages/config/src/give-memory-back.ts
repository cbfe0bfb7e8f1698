import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often it is looked at whether a process is at rest. */
const everyMs = 10_000
/** Of the time. A process that works less is at rest, so few requests wait during the collection. */
const mostBusy = 0.05
/** What is worth the tenth of a second that it takes. */
const leastBytes = 8 * 1024 * 1024

export interface Heap {
  /** How much of the time since it was last asked the process worked, from 0 to 1. */
  readonly busy: () => number
  /** How many bytes it takes up. */
  readonly bytes: () => number
  /** Gives back what nothing uses. */
  readonly collect: () => void
}

/** Gives back what a process took under load once it is at rest. V8 by itself would keep it for the next load. */
export function giveMemoryBack({ busy, bytes, collect }: Heap = ownHeap()): void {
  let kept = 0
  setInterval(() => {
    if (busy() > mostBusy || bytes() - kept < leastBytes) return
    collect()
    kept = bytes()
  }, everyMs).unref()
}

function ownHeap(): Heap {
  // The only way to it from within; a context that is there already does not get the function.
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as NodeJS.GCFunction
  let last = performance.eventLoopUtilization()
  return {
    busy() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
    bytes: () => getHeapStatistics().total_heap_size,
    // Any other kind leaves the young generation as large as it has become.
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  }
}

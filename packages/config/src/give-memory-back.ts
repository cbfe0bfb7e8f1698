import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The interval of the checks. */
const everyMs = 10_000
/** The share of time in which a process at rest works, so that few requests wait during a collection. */
const mostBusy = 0.05
/** The growth that is worth a collection, which takes a tenth of a second. */
const leastBytes = 8 * 1024 * 1024

export interface Heap {
  /** The share of time in which the process worked since the last call, from 0 to 1. */
  readonly busy: () => number
  /** The size of the heap. */
  readonly bytes: () => number
  /** Returns unused memory to the system. */
  readonly collect: () => void
}

/**
 * Returns the memory of a load to the system when the process is at rest. V8 alone keeps it for the next load: the server's
 * processes then have 413 MiB at rest instead of 365 after the start, and 416 instead of 373 after 100,000 requests.
 */
export function giveMemoryBack({ busy, bytes, collect }: Heap = ownHeap()): void {
  let kept = 0
  setInterval(() => {
    if (busy() > mostBusy || bytes() - kept < leastBytes) return
    collect()
    kept = bytes()
  }, everyMs).unref()
}

function ownHeap(): Heap {
  // The only way to gc() without a command-line flag. Existing contexts do not get the function.
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
    // Other collections do not shrink the young generation.
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  }
}

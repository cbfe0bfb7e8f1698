/** Runs a step soon. */
export type RunSoon = (step: () => void) => void

/**
 * Runs steps in order, in short slices of the event loop, so that many large responses do not delay other requests.
 *
 * @param sliceMs The time in which steps run before the event loop continues. Default 2 ms.
 */
export function createSlices(sliceMs = 2): RunSoon {
  let waiting: (() => void)[] = []
  let isPlanned = false

  function plan() {
    if (isPlanned) return
    isPlanned = true
    setImmediate(runSlice)
  }

  function runSlice() {
    isPlanned = false
    const steps = waiting
    waiting = []
    const until = performance.now() + sliceMs
    let done = 0
    for (const step of steps) {
      step()
      done++
      if (performance.now() >= until) break
    }
    if (done < steps.length) waiting = [...steps.slice(done), ...waiting]
    if (waiting.length > 0) plan()
  }

  return function runSoon(step) {
    waiting.push(step)
    plan()
  }
}

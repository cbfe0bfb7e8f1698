/** What the watchdog looks at. */
export interface Pulse {
  /** Attempts begun so far. */
  started: number
  /** Turns of the relay so far. */
  turns: number
  /** Whether jobs have been waiting in the queue for a while and there is room to run them. */
  isWaiting: boolean
}

/**
 * Tells when the process is wedged: looked at every few seconds, jobs waited each time and none was
 * started, or the relay did not move. Looks are counted, not seconds, so that a process that was
 * stopped for a while is not taken for a wedged one.
 */
export function createWatchdog(patience: number): (pulse: Pulse) => boolean {
  let last: Pulse = { started: -1, turns: -1, isWaiting: false }
  let idleLooks = 0
  let stuckLooks = 0
  return (pulse) => {
    idleLooks = pulse.isWaiting && pulse.started === last.started ? idleLooks + 1 : 0
    stuckLooks = pulse.turns === last.turns ? stuckLooks + 1 : 0
    last = pulse
    return idleLooks >= patience || stuckLooks >= patience
  }
}

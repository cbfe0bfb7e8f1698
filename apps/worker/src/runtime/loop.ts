export interface LoopOptions {
  /** The pause after a turn without more to do. */
  everyMs: number
  /** The pause that a kick does not shorten. Default 0. */
  leastMs?: number
  onError: (error: unknown) => void
}

export interface Loop {
  /** Turns begun so far. */
  readonly turns: number
  /** Ends the current pause. */
  kick(): void
  /** Resolves after the current turn. */
  stop(): Promise<void>
}

const pauseAfterErrorMs = 1_000

/** Calls `turn` again and again: immediately after it returned true, else after a pause. */
export function createLoop(turn: () => Promise<boolean>, { everyMs, leastMs = 0, onError }: LoopOptions): Loop {
  const state = { turns: 0, isStopped: false, isKicked: false, isPatient: false, wake }

  async function run(): Promise<void> {
    while (!state.isStopped) {
      state.turns++
      state.isKicked = false
      const pauseMs = await turn().then(
        (isFull) => (isFull ? 0 : everyMs),
        (error: unknown) => {
          onError(error)
          return Math.max(everyMs, pauseAfterErrorMs)
        },
      )
      if (pauseMs > 0) await rest(pauseMs)
    }
  }

  async function rest(ms: number): Promise<void> {
    if (!state.isStopped && leastMs > 0) await pause(leastMs)
    if (state.isStopped || state.isKicked || ms <= leastMs) return
    state.isPatient = true
    await pause(ms - leastMs)
    state.isPatient = false
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      state.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const done = run()
  return {
    get turns() {
      return state.turns
    },
    kick() {
      state.isKicked = true
      if (state.isPatient) state.wake()
    },
    stop() {
      state.isStopped = true
      state.wake()
      return done
    },
  }
}

const wake = (): void => undefined

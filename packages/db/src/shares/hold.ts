/** A caller that may disconnect, such as the response to the client of an HTTP request. */
export interface Requester {
  /** True if the caller has disconnected, or its response has ended. */
  readonly destroyed: boolean
  on(event: 'close', listener: () => void): unknown
}

/** Gives back what is held. Later calls do nothing. */
export type Release = () => void

const leaving = Symbol('what to do when the caller leaves')

interface Watched extends Requester {
  [leaving]?: Set<() => void>
}

const nothing: () => void = () => undefined

/**
 * Runs `leave` when the caller disconnects or its response has ended, and immediately if that has happened before: `close`
 * does not come a second time. A caller has one listener, however much is held for it.
 *
 * @returns stops watching.
 */
export function whenGone(requester: Requester, leave: () => void): () => void {
  if (requester.destroyed) {
    leave()
    return nothing
  }
  const watched: Watched = requester
  const all = watched[leaving] ?? watch(watched)
  // A new function, because the same one can be watched for twice.
  const run = () => leave()
  all.add(run)
  return () => void all.delete(run)
}

function watch(requester: Watched): Set<() => void> {
  const all = new Set<() => void>()
  requester[leaving] = all
  requester.on('close', () => {
    for (const leave of all) leave()
    all.clear()
  })
  return all
}

/**
 * Holds something for a caller: bytes, a turn, a place in a queue, a listener. It is given back exactly once: by the
 * result, or when the caller has gone.
 */
export function holdFor(requester: Requester, giveBack: () => void): Release {
  let isHeld = true
  const release = () => {
    if (!isHeld) return
    isHeld = false
    stop()
    giveBack()
  }
  let stop = nothing
  stop = whenGone(requester, release)
  return release
}

/** Several callers that wait for one result. They have gone when the last of them has. */
export interface Party extends Requester {
  /** Without a requester, a caller that stays. */
  join(requester: Requester | undefined): void
}

export function createParty(): Party {
  const leaves: (() => void)[] = []
  let joined = 0
  let destroyed = false
  function leave() {
    if (--joined > 0) return
    destroyed = true
    for (const one of leaves.splice(0)) one()
  }
  return {
    get destroyed() {
      return destroyed
    },
    on: (_close, listener) => leaves.push(listener),
    join(requester) {
      joined++
      if (requester) whenGone(requester, leave)
    },
  }
}

import { LRUCache } from 'lru-cache'
import type { Settings } from './settings.ts'

interface Endpoint {
  readonly workspaceId: number
  readonly endpointId: string
}

/** An endpoint that may have more requests in flight than the others. */
export interface Raised extends Endpoint {
  readonly room: number
}

export interface Paces {
  /** Makes an attempt, and adapts to its result. */
  around<T extends Ended>(endpoint: Endpoint, attempt: () => Promise<T>): Promise<T>
  /** True if this worker has the most requests in flight that the endpoint may have. */
  isFull(endpoint: Endpoint): boolean
  raised(): Raised[]
}

interface Ended {
  readonly outcome: string
  readonly durationMs: number
}

interface Pace extends Raised {
  /** Quick responses since the last step. */
  readonly inARow: number
}

type Options = Pick<Settings, 'perEndpoint' | 'mostPerEndpoint' | 'quickMs'>

/** Quick responses for one more place, per place that the endpoint has. */
const answersAStep = 10
/** Each pass of the relay reads all of them, so the endpoints used longest ago lose their extra places. */
const mostKnown = 100

const keyOf = ({ workspaceId, endpointId }: Endpoint) => `${workspaceId}/${endpointId}`

/**
 * The requests that an endpoint may have in flight: one more after each row of quick responses, half after a slow
 * response or a failure. Each worker counts its own attempts.
 */
export function createPaces({ perEndpoint, mostPerEndpoint, quickMs }: Options): Paces {
  const paces = new LRUCache<string, Pace>({ max: mostKnown })
  const inFlight = new Map<string, number>()

  function count(key: string, change: 1 | -1) {
    const next = (inFlight.get(key) ?? 0) + change
    if (next > 0) inFlight.set(key, next)
    else inFlight.delete(key)
  }

  function note({ workspaceId, endpointId }: Endpoint, key: string, { outcome, durationMs }: Ended) {
    const { room, inARow } = paces.get(key) ?? { room: perEndpoint, inARow: 0 }
    const isQuick = outcome === 'success' && durationMs <= quickMs
    const isStep = isQuick && inARow + 1 >= room * answersAStep
    const changed = isQuick ? room + Number(isStep) : Math.floor(room / 2)
    const next = Math.max(perEndpoint, Math.min(mostPerEndpoint, changed))
    if (!isQuick && next === perEndpoint) paces.delete(key)
    else paces.set(key, { workspaceId, endpointId, room: next, inARow: isQuick && !isStep ? inARow + 1 : 0 })
  }

  return {
    async around(endpoint, attempt) {
      const key = keyOf(endpoint)
      count(key, 1)
      try {
        const ended = await attempt()
        note(endpoint, key, ended)
        return ended
      } finally {
        count(key, -1)
      }
    },
    isFull(endpoint) {
      const key = keyOf(endpoint)
      return (inFlight.get(key) ?? 0) >= (paces.peek(key)?.room ?? perEndpoint)
    },
    raised: () => [...paces.rvalues()].flatMap((pace) => (pace && pace.room > perEndpoint ? [pace] : [])),
  }
}

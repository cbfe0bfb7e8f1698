import { LRUCache } from 'lru-cache'
import type { Settings } from './settings.ts'

interface Endpoint {
  readonly workspaceId: number
  readonly endpointId: string
}

/** An endpoint that may have more requests under way than the others. */
export interface Raised extends Endpoint {
  readonly room: number
}

export interface Paces {
  /** Makes an attempt, and goes by how it ends. */
  around<T extends Ended>(endpoint: Endpoint, attempt: () => Promise<T>): Promise<T>
  /** Whether this worker has as many requests under way to it as it may have. */
  isFull(endpoint: Endpoint): boolean
  raised(): Raised[]
}

interface Ended {
  readonly outcome: string
  readonly durationMs: number
}

interface Pace extends Raised {
  /** Quick answers since the last step. */
  readonly inARow: number
}

type Options = Pick<Settings, 'perEndpoint' | 'mostPerEndpoint' | 'quickMs'>

/** For each request that may be under way: a receiver that answers quickly once is not yet one that always does. */
const answersAStep = 10
/** Those that were heard of longest ago go back to what all have: they wait for nothing, or are hardly sent to. */
const mostKnown = 100

const keyOf = ({ workspaceId, endpointId }: Endpoint) => `${workspaceId}/${endpointId}`

/**
 * How many requests an endpoint may have under way at once: one more after each row of quick answers, and half as many
 * after one that is slow or fails. Each worker goes by the attempts that it makes itself.
 */
export function createPaces({ perEndpoint, mostPerEndpoint, quickMs }: Options): Paces {
  const paces = new LRUCache<string, Pace>({ max: mostKnown })
  const underWay = new Map<string, number>()

  function count(key: string, change: 1 | -1) {
    const next = (underWay.get(key) ?? 0) + change
    if (next > 0) underWay.set(key, next)
    else underWay.delete(key)
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
      return (underWay.get(key) ?? 0) >= (paces.peek(key)?.room ?? perEndpoint)
    },
    raised: () => [...paces.rvalues()].flatMap((pace) => (pace && pace.room > perEndpoint ? [pace] : [])),
  }
}

import { createTurns } from '@matterbase/db'
import type { Requester } from '@matterbase/db'
import { ApiError } from '../errors/api-error.ts'
import { memoryRateLimiter } from './memory-rate-limit.ts'
import { networkOf } from './network-of.ts'

const failuresPerMinute = 300
/** How often a second an address with too many failures can still have a key looked up that is new here. */
const chancesPerSecond = 10
/** How many keys that are new here are looked up at once: of one address, and in all. */
const lookups = { each: 2, places: 4, longest: 1_000, patienceMs: 10_000 }
/** How many keys that have worked are remembered. */
const mostKnown = 10_000

interface Attempt {
  readonly address: string
  /** What is kept of the key. @throws ApiError when there is nothing that could be a key. */
  readonly keyHash: () => Uint8Array
  readonly requester?: Requester | undefined
}

export interface AuthFailures {
  /**
   * Runs `find`, which looks for a key. A flood of wrong keys from one address is answered 429 instead of
   * 401, and the database is hardly asked any more; keys that have worked before are looked up all the same.
   */
  guard<T>(attempt: Attempt, find: (keyHash: Uint8Array) => Promise<T>): Promise<T>
}

/** Each process counts by itself, before it asks the database. */
export function authFailures(): AuthFailures {
  const failures = memoryRateLimiter()
  const chances = memoryRateLimiter()
  const take = createTurns<string>(lookups)
  // The one that was used longest ago comes first. Being known opens nothing: the key is looked up each time.
  const known = new Set<string>()

  function remember(key: string) {
    known.delete(key)
    known.add(key)
    for (const longestAgo of known) {
      if (known.size <= mostKnown) break
      known.delete(longestAgo)
    }
  }

  async function requireChance(network: string) {
    const { used, msLeft } = failures.peek(network)
    if (used < failuresPerMinute) return
    const { allowed } = await chances.count(network, chancesPerSecond, 1_000)
    if (!allowed) throw tooMany(msLeft)
  }

  async function findNew<T>(network: string, find: () => Promise<T>, requester: Requester | undefined): Promise<T> {
    await requireChance(network)
    const findInTurn = async () => {
      // Those before it may have failed meanwhile.
      await requireChance(network)
      return find()
    }
    return take(network, findInTurn, requester)
  }

  return {
    async guard({ address, keyHash, requester }, find) {
      let key: string | undefined
      try {
        const hash = keyHash()
        key = Buffer.from(hash).toString('base64')
        const found = await (known.has(key) ? find(hash) : findNew(networkOf(address), () => find(hash), requester))
        remember(key)
        return found
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === 'rate_limited') throw error
        if (key !== undefined) known.delete(key)
        const { allowed, msLeft } = await failures.count(networkOf(address), failuresPerMinute)
        throw allowed ? error : tooMany(msLeft)
      }
    },
  }
}

function tooMany(msLeft: number): ApiError {
  const seconds = Math.max(1, Math.ceil(msLeft / 1000))
  return new ApiError('rate_limited', `Too many requests with a wrong key; try again in ${seconds} s`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

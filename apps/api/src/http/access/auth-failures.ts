import { setTimeout } from 'node:timers/promises'
import { createTurns } from '@matterbase/db'
import type { Requester } from '@matterbase/db'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../errors/api-error.ts'
import { rateLimited, secondsLeft } from '../errors/rate-limited.ts'
import { networkOf } from './network-of.ts'
import type { FailureLimiter } from './rate-limit.ts'

const failuresPerMinute = 300
/** How often a second an address with too many failures can still have a key looked up that is new here. */
const chancesPerSecond = 10
/** How many keys that are new here are looked up at once: of one address, and in all. */
const lookups = { each: 2, places: 4, longest: 1_000, patienceMs: 10_000 }
/** How long the 429 waits: a flood over a few connections is slow then, and costs others little. */
const refusedAfterMs = 200
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

const names = { key: 'API key', session: 'session cookie', inbox: 'test inbox link' } as const

/** The kind of secret that a request brings. */
type Secret = keyof typeof names

/** Wrong keys, and what else is secret in the same way, are counted before the database is asked for the next one. */
export function authFailures(limiter: FailureLimiter, secret: Secret): AuthFailures {
  const take = createTurns<string>(lookups)
  // A known key only passes the limits: it is still looked up for each request.
  const known = new LRUCache<string, true>({ max: mostKnown })

  const placeOf = (address: string) => `${secret}/${networkOf(address)}`
  const tooMany = (msLeft: number) => tooManyWrong(secret, msLeft)

  async function requireChance(network: string) {
    const { used, msLeft } = await limiter.peek(network)
    if (used < failuresPerMinute) return
    const { allowed } = await limiter.count(`chance/${network}`, chancesPerSecond, 1_000)
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
        const found = await (known.get(key) ? find(hash) : findNew(placeOf(address), () => find(hash), requester))
        known.set(key, true)
        return found
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'rate_limited') return refuse(error)
        if (key !== undefined) known.delete(key)
        const { allowed, msLeft } = await limiter.count(placeOf(address), failuresPerMinute)
        if (allowed) throw error
        return refuse(tooMany(msLeft))
      }
    },
  }
}

async function refuse(error: ApiError): Promise<never> {
  await setTimeout(refusedAfterMs)
  throw error
}

function tooManyWrong(secret: Secret, msLeft: number): ApiError {
  const seconds = secondsLeft(msLeft)
  const what = `More than ${failuresPerMinute} requests in a minute from your network had an invalid ${names[secret]}`
  return rateLimited(`${what}; try again in ${seconds} s`, seconds)
}

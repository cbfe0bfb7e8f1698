import { setTimeout } from 'node:timers/promises'
import { createTurns } from '@matterbase/db'
import type { Requester } from '@matterbase/db'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../errors/api-error.ts'
import { rateLimited, secondsLeft } from '../errors/rate-limited.ts'
import { networkOf } from './network-of.ts'
import type { FailureLimiter } from './rate-limit.ts'

const failuresPerMinute = 300
/** The lookups of unknown keys per second for an address with too many failures. */
const lookupsPerSecond = 10
/** The concurrent lookups of unknown keys: `each` for one address, `places` for all. */
const lookups = { kind: 'credential', each: 2, places: 4, longest: 1_000, patienceMs: 10_000 } as const
/** The delay of a 429, which slows down a flood over a few connections. */
const refusedAfterMs = 200
/** The number of valid keys that are remembered. */
const mostKnown = 10_000

interface Attempt {
  readonly address: string
  /** The stored hash of the credential. @throws ApiError without a well-formed credential. */
  readonly keyHash: () => Uint8Array
  readonly requester?: Requester | undefined
}

export interface AuthFailures {
  /**
   * Looks up the credential that was presented, with `find`. A flood of wrong credentials from one address gets 429
   * instead of 401, with few database queries. Credentials that worked before are looked up as usual.
   */
  guard<T>(attempt: Attempt, find: (keyHash: Uint8Array) => Promise<T>): Promise<T>
}

const names = { key: 'API key', session: 'session cookie', inbox: 'test inbox link' } as const

/** The kind of credential in a request. */
type Secret = keyof typeof names

/** Counts wrong credentials by address, and limits the lookups from addresses with many of them. */
export function authFailures(limiter: FailureLimiter, secret: Secret): AuthFailures {
  const take = createTurns<string>(lookups)
  // A known key only passes the limits: it is still looked up for each request.
  const known = new LRUCache<string, true>({ max: mostKnown })

  const keyOf = (address: string) => `${secret}/${networkOf(address)}`
  const tooMany = (msLeft: number) => tooManyWrong(secret, msLeft)

  async function requireLookup(network: string) {
    const { used, msLeft } = await limiter.peek(network)
    if (used < failuresPerMinute) return
    const { allowed } = await limiter.count(`chance/${network}`, lookupsPerSecond, 1_000)
    if (!allowed) throw tooMany(msLeft)
  }

  async function findNew<T>(network: string, find: () => Promise<T>, requester: Requester | undefined): Promise<T> {
    await requireLookup(network)
    const findInTurn = async () => {
      // Earlier lookups of this address can have failed since.
      await requireLookup(network)
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
        const found = await (known.get(key) ? find(hash) : findNew(keyOf(address), () => find(hash), requester))
        known.set(key, true)
        return found
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'rate_limited') return refuse(error)
        if (key !== undefined) known.delete(key)
        const { allowed, msLeft } = await limiter.count(keyOf(address), failuresPerMinute)
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
  const reason = `More than ${failuresPerMinute} requests in a minute from your network had an invalid ${names[secret]}`
  return rateLimited(`${reason}; try again in ${seconds} s`, seconds)
}

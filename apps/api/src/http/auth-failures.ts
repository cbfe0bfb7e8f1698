import { ApiError } from './api-error.ts'
import { memoryRateLimiter } from './rate-limit.ts'

const failuresPerMinute = 300

export interface AuthFailures {
  /** Runs `authenticate`; a flood of failures from one address is answered 429 instead of 401. */
  guard<T>(address: string, authenticate: () => Promise<T>): Promise<T>
}

/** Stops telling whoever tries many keys whether one was right. Valid keys from the same address are not touched. */
export function authFailures(): AuthFailures {
  const limiter = memoryRateLimiter()
  return {
    async guard(address, authenticate) {
      try {
        return await authenticate()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const { allowed, msLeft } = await limiter.count(address, failuresPerMinute)
        if (allowed) throw error
        const seconds = Math.max(1, Math.ceil(msLeft / 1000))
        throw new ApiError('rate_limited', `Too many requests with a wrong key; try again in ${seconds} s`, {
          headers: { 'Retry-After': String(seconds) },
        })
      }
    },
  }
}

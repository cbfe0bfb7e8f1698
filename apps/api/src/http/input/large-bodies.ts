import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { createTurns, holdFor } from '@matterbase/db'
import { busy } from '../errors/overloaded.ts'
import { byteShares } from '../sending/byte-shares.ts'

const mebibyte = 1024 * 1024

/** A body above this is large. */
export const largeBytes = 256 * 1024

/** Pause after parsing a large body, as a multiple of the parse time. */
const restPerWork = 2

export interface LargeBodies {
  /**
   * Counts a large body of `sender` until `res` closes.
   * @throws ApiError overloaded beyond the limit.
   */
  hold(sender: string, bytes: number, res: ServerResponse): void
  /**
   * Parses a body in the sender's turn: one at a time in this process, with a pause after each, so that other requests run
   * before and after it.
   * @throws HungUpError.
   */
  inTurn<T>(sender: string, parse: () => T, res: ServerResponse): Promise<T>
}

/**
 * Limits the bytes of large bodies in progress in this process, because a parsed body takes many times its size. One sender
 * gets at most a quarter, and always one body.
 */
export function largeBodies(mostBytes = 16 * mebibyte): LargeBodies {
  const take = createTurns<string>({ kind: 'body', places: 1, each: 1 })
  const shares = byteShares('large_body', mostBytes)
  return {
    hold(sender, bytes, res) {
      if (shares.held() + bytes > mostBytes || !shares.isInShare(sender, bytes))
        throw busy('Too many large request bodies are in progress. Try again in 1 s.', 1)
      shares.add(sender, bytes)
      holdFor(res, () => shares.add(sender, -bytes))
    },
    async inTurn<T>(sender: string, parse: () => T, res: ServerResponse) {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      take(
        sender,
        async () => {
          await setImmediate()
          const from = performance.now()
          resolve(parse())
          await setTimeout(restPerWork * (performance.now() - from))
        },
        res,
      ).catch(reject)
      const parts = await promise
      await setImmediate()
      return parts
    },
  }
}

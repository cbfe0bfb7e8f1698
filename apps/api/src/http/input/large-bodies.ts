import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { createTurns } from '@matterbase/db'
import { busy } from '../errors/overloaded.ts'
import { byteShares } from '../sending/byte-shares.ts'

const mebibyte = 1024 * 1024

/** A body above this is large. */
export const largeBytes = 256 * 1024

/** How long no body is taken apart after one was, by how long that took. */
const restPerWork = 2

export interface LargeBodies {
  /**
   * Counts a large body of `sender` until `res` is over.
   * @throws ApiError overloaded when it is one too many.
   */
  hold(sender: string, bytes: number, res: ServerResponse): void
  /**
   * Takes a body apart when it is the sender's turn: one at a time in this process, with everybody else's requests
   * before and after it, and none for a while that is twice as long.
   * @throws HungUpError.
   */
  inTurn<T>(sender: string, takeApart: () => T, res: ServerResponse): Promise<T>
}

/**
 * Bounds the bytes of large bodies in progress in this process: the objects that a body is parsed into take
 * many times its size. A quarter of them is the most for one sender, who always gets one body in.
 */
export function largeBodies(mostBytes = 16 * mebibyte): LargeBodies {
  const take = createTurns<string>({ places: 1, each: 1 })
  const shares = byteShares(mostBytes)
  return {
    hold(sender, bytes, res) {
      if (shares.held() + bytes > mostBytes || !shares.isInShare(sender, bytes))
        throw busy('Too many large request bodies are in progress. Try again in 1 s.', 1)
      shares.add(sender, bytes)
      res.once('close', () => shares.add(sender, -bytes))
    },
    async inTurn<T>(sender: string, takeApart: () => T, res: ServerResponse) {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      take(
        sender,
        async () => {
          await setImmediate()
          const from = performance.now()
          resolve(takeApart())
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

import type { ServerResponse } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { createTurns } from '@matterbase/db'
import { busy } from '../errors/overloaded.ts'

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
 * Bounds the bytes of large bodies that are under way in this process: what is made of a body takes up
 * many times its size. A quarter of them is the most for one sender, who always gets one body in.
 */
export function largeBodies(mostBytes = 16 * mebibyte): LargeBodies {
  const take = createTurns<string>({ places: 1, each: 1 })
  const bySender = new Map<string, number>()
  let held = 0
  const add = (sender: string, bytes: number) => {
    held += bytes
    const now = (bySender.get(sender) ?? 0) + bytes
    if (now > 0) bySender.set(sender, now)
    else bySender.delete(sender)
  }
  return {
    hold(sender, bytes, res) {
      const before = bySender.get(sender) ?? 0
      if (held + bytes > mostBytes || (before > 0 && before + bytes > mostBytes / 4))
        throw busy('Too many large bodies are under way right now, try again shortly', 1)
      add(sender, bytes)
      res.once('close', () => add(sender, -bytes))
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

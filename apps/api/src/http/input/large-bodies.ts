import type { ServerResponse } from 'node:http'
import { busy } from '../errors/overloaded.ts'

const mebibyte = 1024 * 1024

/** A body above this is large. */
export const largeBytes = 256 * 1024

export interface LargeBodies {
  /**
   * Counts a large body of `sender` until `res` is over.
   * @throws ApiError overloaded when it is one too many.
   */
  hold(sender: string, bytes: number, res: ServerResponse): void
}

/**
 * Bounds the bytes of large bodies that are under way in this process: what is made of a body takes up
 * many times its size. A quarter of them is the most for one sender, who always gets one body in.
 */
export function largeBodies(mostBytes = 16 * mebibyte): LargeBodies {
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
  }
}

import { held } from '@matterbase/db'

/** Counts the bytes that a process holds for each holder. */
export interface ByteShares {
  /** The bytes of all holders. */
  held(): number
  /**
   * True if a holder can add bytes within its part, by default a quarter. A holder without bytes can add any number.
   */
  isInShare(holder: string, bytes: number, part?: number): boolean
  /** Adds bytes, or removes them with a negative number. */
  add(holder: string, bytes: number): void
}

/** @param kind of the bytes, for the metrics. */
export function byteShares(kind: keyof typeof held.bytes, mostBytes: number): ByteShares {
  const byHolder = new Map<string, number>()
  let all = 0
  return {
    held: () => all,
    isInShare(holder, bytes, part = 1 / 4) {
      const before = byHolder.get(holder) ?? 0
      return before === 0 || before + bytes <= mostBytes * part
    },
    add(holder, bytes) {
      all += bytes
      held.bytes[kind] += bytes
      const now = (byHolder.get(holder) ?? 0) + bytes
      if (now > 0) byHolder.set(holder, now)
      else byHolder.delete(holder)
    },
  }
}

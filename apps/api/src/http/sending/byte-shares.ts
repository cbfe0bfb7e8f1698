/** Bytes that a process may hold, shared among those who make it hold them. */
export interface ByteShares {
  /** In all, at the moment. */
  held(): number
  /** Whether a holder may hold so many more: a part of all, by default a quarter. One that holds nothing may hold any number. */
  isInShare(holder: string, bytes: number, part?: number): boolean
  /** Counts bytes, or fewer of them where the number is negative. */
  add(holder: string, bytes: number): void
}

export function byteShares(mostBytes: number): ByteShares {
  const byHolder = new Map<string, number>()
  let held = 0
  return {
    held: () => held,
    isInShare(holder, bytes, part = 1 / 4) {
      const before = byHolder.get(holder) ?? 0
      return before === 0 || before + bytes <= mostBytes * part
    },
    add(holder, bytes) {
      held += bytes
      const now = (byHolder.get(holder) ?? 0) + bytes
      if (now > 0) byHolder.set(holder, now)
      else byHolder.delete(holder)
    },
  }
}

/**
 * How long something takes at best, in ms: what the product itself needs, on a machine that others keep
 * busy at times. Tries again only while it was slower than `limit`.
 */
export async function bestOf(tries: number, limit: number, attempt: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < tries && best > limit; turn++) best = Math.min(best, await attempt())
  return best
}

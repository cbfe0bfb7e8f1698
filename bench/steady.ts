/** Calls `work` so many times a second, on time whether or not earlier calls are done; resolves when all are. */
export async function atRate(perSecond: number, count: number, work: (n: number) => Promise<void>): Promise<void> {
  const started = performance.now()
  const calls: Promise<void>[] = []
  for (let n = 0; n < count; n++) {
    const wait = started + (n * 1_000) / perSecond - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    calls.push(work(n))
  }
  await Promise.all(calls)
}

/** The value below which this part of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}

/** Yields the first `count` items and then closes the source. */
export async function* take<T>(source: AsyncIterable<T>, count: number): AsyncGenerator<T, void, undefined> {
  let left = count
  for await (const item of source) {
    yield item
    left -= 1
    if (left <= 0) return
  }
}

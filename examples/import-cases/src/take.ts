/** The first `count` of a sequence; ends the source when it has them. */
export async function* take<T>(source: AsyncIterable<T>, count: number): AsyncGenerator<T, void, undefined> {
  let left = count
  for await (const item of source) {
    yield item
    left -= 1
    if (left <= 0) return
  }
}

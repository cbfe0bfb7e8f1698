/** Remembers what `make` answered for the last `size` keys. */
export function createCache<V>(size: number): (key: string, make: () => V) => V {
  const known = new Map<string, V>()
  return (key, make) => {
    const value = known.get(key)
    if (value !== undefined) return value
    const made = make()
    const [oldest] = known.keys()
    if (known.size >= size && oldest !== undefined) known.delete(oldest)
    known.set(key, made)
    return made
  }
}

interface Found<T> {
  readonly value: T
  readonly params: Readonly<Record<string, string>>
}

/** What can stand at one place of a path, after what stands before it. */
interface Place<T> {
  readonly literals: Map<string, Place<T>>
  parameter?: Place<T>
  /** Of the path that ends here. */
  end?: { readonly value: T; readonly names: readonly string[] }
}

/**
 * Finds what is kept under a template such as `/matters/{id}`, in a few steps however many there are. A literal goes
 * before a parameter in its place; a slash at the end makes no difference.
 *
 * @returns finds. @throws URIError when a parameter is not percent-encoded as it must be.
 */
export function findByPath<T>(templates: ReadonlyMap<string, T>): (path: string) => Found<T> | undefined {
  const root: Place<T> = { literals: new Map() }
  for (const [template, value] of templates) {
    const names: string[] = []
    let place = root
    for (const segment of segmentsOf(template)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      if (name === undefined) {
        const next = place.literals.get(segment) ?? { literals: new Map() }
        place.literals.set(segment, next)
        place = next
      } else {
        names.push(name)
        place = place.parameter ??= { literals: new Map() }
      }
    }
    place.end = { value, names }
  }
  return (path) => {
    const given: string[] = []
    const end = walk(root, segmentsOf(path), 0, given)
    if (!end) return undefined
    const params = Object.fromEntries(end.names.map((name, at) => [name, decoded(given[at] ?? '')]))
    return { value: end.value, params }
  }
}

const segmentsOf = (path: string) => (path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/')

const decoded = (segment: string) => (segment.includes('%') ? decodeURIComponent(segment) : segment)

function walk<T>(place: Place<T>, segments: readonly string[], at: number, given: string[]): Place<T>['end'] {
  const segment = segments[at]
  if (segment === undefined) return place.end
  const literal = place.literals.get(segment)
  const end = literal && walk(literal, segments, at + 1, given)
  if (end || !place.parameter || segment === '') return end
  given.push(segment)
  const other = walk(place.parameter, segments, at + 1, given)
  if (!other) given.pop()
  return other
}

interface Found<T> {
  readonly value: T
  readonly params: Readonly<Record<string, string>>
}

/** One node of the route tree. */
interface Node<T> {
  readonly literals: Map<string, Node<T>>
  parameter?: Node<T>
  /** The template that ends at this node. */
  end?: { readonly value: T; readonly names: readonly string[] }
}

/**
 * Finds the value of the template that a path matches, such as `/matters/{id}`, independently of the number of templates. A
 * literal segment wins over a parameter. A trailing slash is ignored.
 *
 * @throws URIError for a parameter with invalid percent-encoding.
 */
export function findByPath<T>(templates: ReadonlyMap<string, T>): (path: string) => Found<T> | undefined {
  const root: Node<T> = { literals: new Map() }
  for (const [template, value] of templates) {
    const names: string[] = []
    let node = root
    for (const segment of segmentsOf(template)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      if (name === undefined) {
        const next = node.literals.get(segment) ?? { literals: new Map() }
        node.literals.set(segment, next)
        node = next
      } else {
        names.push(name)
        node = node.parameter ??= { literals: new Map() }
      }
    }
    node.end = { value, names }
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

function walk<T>(node: Node<T>, segments: readonly string[], at: number, given: string[]): Node<T>['end'] {
  const segment = segments[at]
  if (segment === undefined) return node.end
  const literal = node.literals.get(segment)
  const end = literal && walk(literal, segments, at + 1, given)
  if (end || !node.parameter || segment === '') return end
  given.push(segment)
  const other = walk(node.parameter, segments, at + 1, given)
  if (!other) given.pop()
  return other
}

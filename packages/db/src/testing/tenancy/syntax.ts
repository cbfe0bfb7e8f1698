import type { ColumnRef, Node } from 'libpg-query'

/** The names in a list of strings: of a function, a column, an alias's columns. */
export const namesOf = (nodes: readonly Node[] = []): readonly string[] =>
  nodes.map((node) => ('String' in node ? (node.String.sval ?? '') : ''))

export function columnOf({ fields = [] }: ColumnRef): { readonly alias: string | undefined; readonly name: string } {
  const names = fields.map((field) => ('A_Star' in field ? '*' : 'String' in field ? (field.String.sval ?? '') : ''))
  return { alias: names.at(-2), name: names.at(-1) ?? '' }
}

export function withoutCasts(node: Node): Node {
  if ('TypeCast' in node && node.TypeCast.arg) return withoutCasts(node.TypeCast.arg)
  if ('CollateClause' in node && node.CollateClause.arg) return withoutCasts(node.CollateClause.arg)
  return node
}

/** Calls `visit` with every node of a tree, from the outside in. A node for which it returns false is not entered. */
export function walk(tree: unknown, visit: (node: Node) => boolean): void {
  if (Array.isArray(tree)) {
    for (const each of tree as unknown[]) walk(each, visit)
  } else if (typeof tree === 'object' && tree !== null) {
    const [[name, content] = ['', undefined]] = Object.entries(tree) as [string, unknown][]
    const isNode = /^[A-Z]/.test(name)
    if (isNode && !visit(tree as Node)) return
    for (const each of isNode ? Object.values(content as object) : Object.values(tree)) walk(each, visit)
  }
}

import type { Node } from 'libpg-query'
import type { Term } from './graph.ts'
import { namesOf, withoutCasts } from './syntax.ts'
import type { Output } from './relations.ts'

/** Where the rows of a condition that holds are of the workspaces of `needs`, those of `key` are too. */
export interface Pair {
  readonly key: Term
  readonly needs: readonly (Term | undefined)[]
  readonly isMany: boolean
}

/** Resolves the columns of a condition in its query level. */
export interface Reader {
  /** The facts that follow from comparing a column with a value. */
  key(node: Node): Term | undefined
  value(node: Node): Term | undefined
  outputsOf(subselect: Node): readonly Output[]
}

/** The facts that follow from a true condition. */
export function pairsOf(condition: Node | undefined, reader: Reader): Pair[] {
  if (!condition) return []
  if ('BoolExpr' in condition) {
    const { boolop, args = [] } = condition.BoolExpr
    const each = args.map((arg) => pairsOf(arg, reader))
    if (boolop === 'AND_EXPR') return each.flat()
    return boolop === 'OR_EXPR' ? inAll(each) : []
  }
  if ('SubLink' in condition) {
    const { subLinkType, operName, testexpr, subselect } = condition.SubLink
    if (subLinkType !== 'ANY_SUBLINK' || !testexpr || !subselect) return []
    if (operName && namesOf(operName).join() !== '=') return []
    const outputs = reader.outputsOf(subselect)
    return partsOf(testexpr).flatMap((part, at) => toward(reader, part, [outputs[at]?.value], true))
  }
  if (!('A_Expr' in condition)) return []
  const { kind, name, lexpr, rexpr } = condition.A_Expr
  if (namesOf(name).join() !== '=' || !lexpr || !rexpr) return []
  if (kind === 'AEXPR_OP_ANY') return toward(reader, lexpr, [reader.value(rexpr)], true)
  if (kind === 'AEXPR_IN') {
    const items = 'List' in rexpr ? (rexpr.List.items ?? []) : []
    return toward(reader, lexpr, items.map(reader.value), items.length > 1)
  }
  if (kind !== 'AEXPR_OP') return []
  const right = partsOf(rexpr)
  return partsOf(lexpr).flatMap((left, at) => {
    const other = right[at]
    if (!other) return []
    return [
      ...toward(reader, left, [reader.value(other)], false),
      ...toward(reader, other, [reader.value(left)], false),
    ]
  })
}

function toward({ key }: Reader, node: Node, needs: readonly (Term | undefined)[], isMany: boolean): Pair[] {
  const told = key(withoutCasts(node))
  return told ? [{ key: told, needs, isMany }] : []
}

const partsOf = (node: Node): readonly Node[] => ('RowExpr' in node ? (node.RowExpr.args ?? []) : [node])

/** For an OR: the facts that follow from every branch. */
function inAll([first = [], ...others]: readonly Pair[][]): Pair[] {
  return first.flatMap(({ key, needs, isMany }) => {
    const same = others.map((pairs) => pairs.find((pair) => pair.key === key))
    if (!same.every((pair) => pair !== undefined)) return []
    const all = [...needs, ...same.flatMap((pair) => pair.needs)]
    return [{ key, needs: all, isMany: isMany || all.length > 1 }]
  })
}

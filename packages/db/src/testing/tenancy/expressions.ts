import type { Node } from 'libpg-query'
import type { Reader } from './conditions.ts'
import type { Term } from './graph.ts'
import { findRelation } from './relations.ts'
import type { Analysis, Level, Relation } from './relations.ts'
import { columnOf, namesOf, walk, withoutCasts } from './syntax.ts'

/** Goes through the sub-selects and functions in expressions. */
export function visit(tree: unknown, level: Level, analysis: Analysis): void {
  walk(tree, (node) => {
    if ('SubLink' in node) {
      visit(node.SubLink.testexpr, level, analysis)
      if (node.SubLink.subselect) analysis.outputsOf(node.SubLink.subselect, level)
      return false
    }
    if ('FuncCall' in node) {
      const { catalog, found, graph } = analysis
      const name = namesOf(node.FuncCall.funcname).at(-1) ?? ''
      const [workspace] = node.FuncCall.args ?? []
      if (workspace && catalog.ofWorkspaces.has(name)) {
        const term = graph.term(name)
        graph.rule([readerOf(level, analysis).value(workspace)], term)
        found.push({ table: `${name}()`, term })
      }
    }
    return true
  })
}

/** Functions that return one of their arguments. */
const choosing = new Set(['min', 'max', 'array_agg', 'any_value'])

/** @param told the relations that a condition tells of. Default: those of the level. */
export function readerOf(level: Level, analysis: Analysis, told: readonly Relation[] = level.relations): Reader {
  const { graph } = analysis
  const all = (nodes: readonly Node[]): Term => {
    const term = graph.term('all')
    graph.rule(nodes.map(value), term)
    return term
  }
  const value = (given: Node): Term | undefined => {
    const node = withoutCasts(given)
    if ('ParamRef' in node) return graph.given
    if ('A_Const' in node) return node.A_Const.isnull ? undefined : graph.given
    if ('A_ArrayExpr' in node) return all(node.A_ArrayExpr.elements ?? [])
    if ('CoalesceExpr' in node) return all(node.CoalesceExpr.args ?? [])
    if ('ColumnRef' in node) {
      const { alias, name } = columnOf(node.ColumnRef)
      return findRelation(level, alias, name)?.relation.output(name).value
    }
    if ('SubLink' in node && node.SubLink.subselect)
      return ['EXPR_SUBLINK', 'ARRAY_SUBLINK'].includes(node.SubLink.subLinkType ?? '')
        ? analysis.outputsOf(node.SubLink.subselect, level)[0]?.value
        : undefined
    const [argument] = 'FuncCall' in node ? (node.FuncCall.args ?? []) : []
    return 'FuncCall' in node && argument && choosing.has(namesOf(node.FuncCall.funcname).at(-1) ?? '')
      ? value(argument)
      : undefined
  }
  return {
    value,
    key(node) {
      if (!('ColumnRef' in node)) return undefined
      const { alias, name } = columnOf(node.ColumnRef)
      const found = findRelation(level, alias, name)
      return found?.level === level && told.includes(found.relation) ? found.relation.output(name).key : undefined
    },
    outputsOf: (subselect) => analysis.outputsOf(subselect, level),
  }
}

import type { DeleteStmt, InsertStmt, Node, SelectStmt, UpdateStmt, WithClause } from 'libpg-query'
import { pairsOf } from './conditions.ts'
import { readFrom, relationOf } from './from.ts'
import { readerOf, visit } from './expressions.ts'
import { levelIn, outputsOf } from './relations.ts'
import type { Analysis, Level, Output } from './relations.ts'
import { columnOf, namesOf } from './syntax.ts'

/** Goes through a statement, or a part of one that stands for rows. @returns what it answers. */
export function analyse(node: Node, outer: Level, analysis: Analysis): readonly Output[] {
  if ('SelectStmt' in node) return select(node.SelectStmt, outer, analysis)
  if ('InsertStmt' in node) return insert(node.InsertStmt, outer, analysis)
  if ('UpdateStmt' in node) return update(node.UpdateStmt, outer, analysis)
  if ('DeleteStmt' in node) return remove(node.DeleteStmt, outer, analysis)
  if ('ExplainStmt' in node && node.ExplainStmt.query) return analyse(node.ExplainStmt.query, outer, analysis)
  return []
}

function select(statement: SelectStmt, outer: Level, analysis: Analysis): readonly Output[] {
  const level = levelIn(outer)
  name(statement.withClause, level, analysis)
  if (statement.larg && statement.rarg) return union(statement, level, analysis)
  readFrom(statement.fromClause, level, analysis)
  const { fromClause: _from, withClause: _with, ...rest } = statement
  visit(Object.values(rest), level, analysis)
  hold(statement.whereClause, level, analysis)
  if (statement.valuesLists) return values(statement.valuesLists, level, analysis)
  return outputs(statement.targetList, level, analysis)
}

/** A value of rows from both sides is known where it is in both. */
function union({ larg = {}, rarg = {} }: SelectStmt, level: Level, analysis: Analysis): readonly Output[] {
  const right = select(rarg, level, analysis)
  return select(larg, level, analysis).map(({ name, value, key }, at) => {
    const other = right[at]
    const [both, told] = [analysis.graph.term(name), analysis.graph.term(name)]
    analysis.graph.rule([value, other?.value], both)
    analysis.graph.rule([told], key)
    analysis.graph.rule([told], other?.key)
    return { name, value: both, ...(key && other?.key && { key: told }) }
  })
}

function values(lists: readonly Node[], level: Level, analysis: Analysis): readonly Output[] {
  const rows = lists.map((list) => ('List' in list ? (list.List.items ?? []) : []))
  return (rows[0] ?? []).map((_, at) => {
    const value = analysis.graph.term('VALUES')
    const { value: valueOf } = readerOf(level, analysis)
    const needs = rows.map((row) => row[at] && valueOf(row[at]))
    analysis.graph.rule(needs, value, needs.length > 1)
    return { name: `column${at + 1}`, value }
  })
}

function insert(statement: InsertStmt, outer: Level, analysis: Analysis): readonly Output[] {
  const level = levelIn(outer)
  name(statement.withClause, level, analysis)
  const given = statement.selectStmt ? analyse(statement.selectStmt, level, analysis) : []
  const written = relationOf(statement.relation ?? {}, level, analysis)
  level.relations.push(written)
  const columns = statement.cols?.map((col) => ('ResTarget' in col ? col.ResTarget.name : '')) ?? [...written.columns]
  analysis.graph.rule([given[columns.indexOf('workspace_id')]?.value], written.output('workspace_id').key)
  const { onConflictClause: conflict } = statement
  // A conflicting row has the workspace of the inserted row, because every unique index contains it.
  if (conflict) level.relations.push({ ...written, alias: 'excluded', columns: new Set() })
  visit([conflict?.targetList, conflict?.whereClause, statement.returningClause], level, analysis)
  return outputs(statement.returningClause?.exprs, level, analysis)
}

function update(statement: UpdateStmt, outer: Level, analysis: Analysis): readonly Output[] {
  return change(statement, statement.fromClause, outer, analysis)
}

function remove(statement: DeleteStmt, outer: Level, analysis: Analysis): readonly Output[] {
  return change(statement, statement.usingClause, outer, analysis)
}

function change(
  { relation = {}, withClause, whereClause, returningClause, ...rest }: UpdateStmt | DeleteStmt,
  from: readonly Node[] | undefined,
  outer: Level,
  analysis: Analysis,
): readonly Output[] {
  const level = levelIn(outer)
  name(withClause, level, analysis)
  level.relations.push(relationOf(relation, level, analysis))
  readFrom(from, level, analysis)
  visit(['targetList' in rest && rest.targetList, whereClause, returningClause], level, analysis)
  hold(whereClause, level, analysis)
  return outputs(returningClause?.exprs, level, analysis)
}

function hold(condition: Node | undefined, level: Level, analysis: Analysis): void {
  for (const { needs, key, isMany } of pairsOf(condition, readerOf(level, analysis)))
    analysis.graph.rule(needs, key, isMany)
}

function name(clause: WithClause | undefined, level: Level, analysis: Analysis): void {
  for (const node of clause?.ctes ?? []) {
    if (!('CommonTableExpr' in node)) continue
    const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr
    const names = namesOf(aliascolnames)
    if (clause?.recursive && ctequery && 'SelectStmt' in ctequery && ctequery.SelectStmt.larg)
      level.named.set(ctename, rename(select(ctequery.SelectStmt.larg, level, analysis), names))
    if (ctequery) level.named.set(ctename, rename(analyse(ctequery, level, analysis), names))
  }
}

const rename = (outputs: readonly Output[], names: readonly string[]) =>
  outputs.map((output, at) => ({ ...output, name: names[at] ?? output.name }))

function outputs(targets: readonly Node[] = [], level: Level, analysis: Analysis): readonly Output[] {
  const { value, key } = readerOf(level, analysis)
  return targets.flatMap((target): readonly Output[] => {
    if (!('ResTarget' in target) || !target.ResTarget.val) return []
    const { val, name } = target.ResTarget
    const column = 'ColumnRef' in val ? columnOf(val.ColumnRef) : undefined
    if (column?.name === '*')
      return level.relations
        .filter(({ alias }) => column.alias === undefined || alias === column.alias)
        .flatMap(outputsOf)
    return [{ name: name ?? column?.name ?? '', value: value(val), key: key(val) }]
  })
}

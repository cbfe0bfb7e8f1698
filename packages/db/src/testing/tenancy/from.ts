import type { JoinExpr, Node, RangeFunction, RangeVar } from 'libpg-query'
import { pairsOf } from './conditions.ts'
import { readerOf, visit } from './expressions.ts'
import { derivedRelation, directoryRelation, levelIn, rowsRelation, tenantRelation } from './relations.ts'
import type { Analysis, Level, Relation } from './relations.ts'
import { namesOf, walk } from './syntax.ts'

/** Adds the relations of FROM to a level. */
export function readFrom(items: readonly Node[] = [], level: Level, analysis: Analysis): void {
  for (const item of items) read(item, level, analysis)
}

/** @returns what it added. */
function read(item: Node, level: Level, analysis: Analysis): readonly Relation[] {
  if ('JoinExpr' in item) return join(item.JoinExpr, level, analysis)
  const relation = single(item, level, analysis)
  if (!relation) return []
  level.relations.push(relation)
  return [relation]
}

function single(item: Node, level: Level, analysis: Analysis): Relation | undefined {
  if ('RangeVar' in item) return relationOf(item.RangeVar, level, analysis)
  if ('RangeFunction' in item) return ofFunction(item.RangeFunction, level, analysis)
  if (!('RangeSubselect' in item) || !item.RangeSubselect.subquery) return undefined
  const { subquery, lateral, alias } = item.RangeSubselect
  // Without LATERAL, a subquery sees CTEs and outer levels, but not its siblings in FROM.
  const around = lateral ? level : { ...levelIn(level.outer), named: level.named }
  const outputs = analysis.outputsOf(subquery, around)
  return derivedRelation(alias?.aliasname ?? '', outputs, namesOf(alias?.colnames), true)
}

/** A table, or what WITH names. */
export function relationOf(table: RangeVar, level: Level, { graph, catalog, found, seen }: Analysis): Relation {
  const { relname = '', schemaname, alias } = table
  const name = alias?.aliasname ?? relname
  const named = schemaname === undefined ? level.named.get(relname) : undefined
  seen.add(table)
  if (named) return derivedRelation(name, named, namesOf(alias?.colnames), false)
  const term = graph.term(relname)
  if (!catalog.isTenant(relname)) return directoryRelation(catalog, relname, name, term)
  found.push({ table: catalog.wholeOf(relname), term })
  return tenantRelation(catalog, relname, name, term)
}

/** Rows that are made of what the caller gives are of the workspaces that it named. */
function ofFunction({ functions = [], alias, coldeflist }: RangeFunction, level: Level, analysis: Analysis): Relation {
  const { graph, catalog } = analysis
  visit(functions, level, analysis)
  let isGiven = true
  const columns = [...namesOf(alias?.colnames)]
  for (const column of coldeflist ?? []) if ('ColumnDef' in column) columns.push(column.ColumnDef.colname ?? '')
  walk(functions, (node) => {
    if ('ColumnRef' in node || 'RangeVar' in node) isGiven = false
    // As in json_populate_recordset(NULL::matters, …).
    if ('TypeCast' in node) columns.push(...catalog.columnsOf(namesOf(node.TypeCast.typeName?.names).at(-1) ?? ''))
    return true
  })
  const value = graph.term('rows')
  if (isGiven) graph.rule([graph.given], value, true)
  if (columns.length === 0) columns.push(alias?.aliasname ?? '')
  return rowsRelation(alias?.aliasname ?? '', columns, value)
}

function join(item: JoinExpr, level: Level, analysis: Analysis): readonly Relation[] {
  const { larg, rarg, jointype, quals, usingClause, isNatural } = item
  const left = larg ? read(larg, level, analysis) : []
  const right = rarg ? read(rarg, level, analysis) : []
  visit(quals, level, analysis)
  const both = [...left, ...right]
  // A condition of an outer join leaves the rows of its one side as they are.
  const told = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] }[String(jointype)] ?? both
  const { graph } = analysis
  for (const { needs, key, isMany } of pairsOf(quals, readerOf(level, analysis, told))) graph.rule(needs, key, isMany)
  for (const name of isNatural ? ['workspace_id'] : namesOf(usingClause)) {
    const [a, b] = [left, right].map((side) => side.find(({ columns }) => columns.has(name)))
    if (!a || !b) continue
    if (told.includes(a)) graph.rule([b.output(name).value], a.output(name).key)
    if (told.includes(b)) graph.rule([a.output(name).value], b.output(name).key)
  }
  return both
}

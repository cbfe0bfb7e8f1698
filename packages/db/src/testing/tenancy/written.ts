import type { Node, OnConflictClause, ParseResult, RangeVar } from 'libpg-query'
import type { Catalog } from './catalog.ts'
import { columnsOfLookUps } from './look-ups.ts'
import { namesOf, walk } from './syntax.ts'

/** Writes that a database of several nodes would reject. */
export interface Refused {
  readonly table: string
  /** The function that is at fault; empty for another cause. */
  readonly name: string
  readonly why: string
}

type Found = Omit<Refused, 'table'>

/**
 * By Citus's own rules (`multi_router_planner.c`): each node would work such a function out by itself, and copies of a
 * row would differ. Functions are known by their names, so operators and casts are not looked at.
 */
export function refusedIn(parsed: ParseResult, catalog: Catalog): Refused[] {
  const refused: Refused[] = []
  const on = (relation: RangeVar | undefined, found: () => readonly Found[]) => {
    const table = relation?.relname ?? ''
    if (catalog.isTenant(table)) refused.push(...found().map((each) => ({ table, ...each })))
  }
  walk(parsed.stmts, (node) => {
    if ('InsertStmt' in node) {
      const { relation, onConflictClause, returningClause } = node.InsertStmt
      on(relation, () => [
        ...inConflict(relation?.relname ?? '', onConflictClause, catalog),
        ...inReturning(returningClause?.exprs, catalog),
      ])
    }
    if ('UpdateStmt' in node) {
      const { relation, targetList, whereClause, returningClause } = node.UpdateStmt
      on(relation, () => [
        ...inSet(targetList, catalog),
        ...inWhere(whereClause, catalog),
        ...inReturning(returningClause?.exprs, catalog),
      ])
    }
    if ('DeleteStmt' in node) {
      const { relation, whereClause, returningClause } = node.DeleteStmt
      on(relation, () => [...inWhere(whereClause, catalog), ...inReturning(returningClause?.exprs, catalog)])
    }
    return true
  })
  return refused
}

interface Called {
  readonly name: string
  readonly isVolatile: boolean
  readonly takesColumns: boolean
}

/** The volatile functions, except in a subselect, which is evaluated before. */
function changing(tree: unknown, { volatilityOf }: Catalog): Called[] {
  const found: Called[] = []
  walk(tree, (node) => {
    if ('SQLValueFunction' in node) found.push({ name: 'current_…', isVolatile: false, takesColumns: false })
    if ('FuncCall' in node) {
      const name = namesOf(node.FuncCall.funcname).at(-1) ?? ''
      const volatility = volatilityOf(name) ?? 'v'
      if (volatility !== 'i')
        found.push({ name, isVolatile: volatility === 'v', takesColumns: hasColumn(node.FuncCall.args) })
    }
    return !('SubLink' in node)
  })
  return found
}

function hasColumn(tree: unknown): boolean {
  let has = false
  walk(tree, (node) => {
    has ||= 'ColumnRef' in node
    return !has
  })
  return has
}

const named = (place: string, { name, isVolatile }: Called): Found => ({
  name,
  why: `${name}() is ${isVolatile ? 'volatile' : 'stable'}, in ${place}`,
})

const inWhere = (clause: Node | undefined, catalog: Catalog) =>
  changing(clause, catalog)
    .filter(({ isVolatile }) => isVolatile)
    .map((each) => named('WHERE', each))

function inReturning(expressions: readonly Node[] = [], catalog: Catalog): Found[] {
  const found = changing(expressions, catalog).map((each) => named('RETURNING', each))
  walk(expressions, (node) => {
    if ('SubLink' in node) found.push({ name: '', why: 'RETURNING has a sub-select' })
    return true
  })
  return found
}

function inSet(targets: readonly Node[] = [], catalog: Catalog): Found[] {
  const found = changing(targets, catalog)
    .filter(({ isVolatile, takesColumns }) => isVolatile || takesColumns)
    .map((each) => named('SET', each))
  for (const target of targets)
    if ('ResTarget' in target && target.ResTarget.name === 'workspace_id')
      found.push({ name: '', why: 'a row is moved to another workspace' })
  walk(targets, (node) => {
    if (!('CaseExpr' in node) && !('CoalesceExpr' in node)) return !('SubLink' in node)
    found.push(...changing(node, catalog).map((each) => named('CASE or COALESCE of SET', each)))
    return false
  })
  return found
}

function inConflict(table: string, clause: OnConflictClause | undefined, catalog: Catalog): Found[] {
  if (!clause) return []
  const columns = clause.infer?.indexElems?.map((each) => ('IndexElem' in each ? (each.IndexElem.name ?? '') : ''))
  const isOther =
    columns && !columns.includes('workspace_id') && !columns.some((name) => columnsOfLookUps(table).has(name))
  return [
    ...(isOther ? [{ name: '', why: `ON CONFLICT (${columns.join(', ')}) is not of one workspace` }] : []),
    ...changing([clause.targetList, clause.whereClause, clause.infer?.whereClause], catalog).map((each) =>
      named('DO UPDATE', each),
    ),
  ]
}

import type { Node, ParseResult, RangeVar } from 'libpg-query'
import { analyse } from './analyse.ts'
import type { Catalog } from './catalog.ts'
import { createGraph } from './graph.ts'
import type { Term } from './graph.ts'
import { levelIn, rowsRelation } from './relations.ts'
import type { Analysis, Output } from './relations.ts'

/** A place where a statement reads or writes rows of tenants. */
export interface Reference {
  readonly table: string
  /** The workspaces of its rows: those that the caller named, or any. */
  readonly reach: 'one' | 'several' | 'all'
}

/** @param parameters the names of parameters, in the body of a function. */
export function referencesIn(parsed: ParseResult, catalog: Catalog, parameters: readonly string[] = []): Reference[] {
  const graph = createGraph()
  const found: { table: string; term: Term }[] = []
  const seen = new Set<RangeVar>()
  const outermost = levelIn(undefined)
  if (parameters.length > 0) outermost.relations.push(rowsRelation('', parameters, graph.given))
  const answered = new Map<Node, readonly Output[]>()
  const analysis: Analysis = {
    graph,
    catalog,
    found,
    seen,
    outputsOf(node, outer) {
      const outputs = answered.get(node) ?? analyse(node, outer, analysis)
      answered.set(node, outputs)
      return outputs
    },
  }
  for (const { stmt } of parsed.stmts ?? []) if (stmt) analyse(stmt, outermost, analysis)
  for (const table of tenantTables(parsed.stmts, catalog, seen)) found.push({ table, term: graph.term(table) })
  const { one, any } = graph.known()
  return found.map(({ table, term }) => ({ table, reach: one.has(term) ? 'one' : any.has(term) ? 'several' : 'all' }))
}

/** References in unsupported parts of statements, because all must be found. */
function tenantTables(tree: unknown, catalog: Catalog, seen: ReadonlySet<object>): string[] {
  if (typeof tree !== 'object' || tree === null) return []
  const { relname, VacuumStmt: maintained } = tree as RangeVar & { VacuumStmt?: object }
  if (maintained) return []
  if (relname !== undefined && catalog.isTenant(relname) && !seen.has(tree)) return [relname]
  return Object.values(tree).flatMap((part) => tenantTables(part, catalog, seen))
}

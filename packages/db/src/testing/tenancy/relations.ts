import type { Node, RangeVar } from 'libpg-query'
import type { Catalog } from './catalog.ts'
import type { Graph, Term } from './graph.ts'
import { columnsOfLookUps } from './look-ups.ts'

/** A column of a statement's result or of a part of it. */
export interface Output {
  readonly name: string
  /** Known where the value is that of a workspace the caller named. */
  readonly value?: Term | undefined
  /** The value that becomes known by a comparison with a known value. */
  readonly key?: Term | undefined
}

/** A relation in FROM, or the target of a write, by its alias. */
export interface Relation {
  readonly alias: string
  readonly columns: ReadonlySet<string>
  output(column: string): Omit<Output, 'name'>
}

/** A SELECT or its equivalent: its relations, within the outer level. */
export interface Level {
  readonly relations: Relation[]
  readonly outer: Level | undefined
  /** The CTEs of this level and the outer ones. */
  readonly named: Map<string, readonly Output[]>
}

/** The state of an analysis. */
export interface Analysis {
  readonly graph: Graph
  readonly catalog: Catalog
  readonly found: { table: string; term: Term }[]
  readonly seen: Set<RangeVar>
  /** The result of a statement or subquery in a level. Each is analysed once. */
  outputsOf(node: Node, outer: Level): readonly Output[]
}

export const levelIn = (outer: Level | undefined): Level => ({
  relations: [],
  outer,
  named: new Map(outer?.named),
})

/** A reference to a table of tenants: its workspace_id says whose rows they are. */
export function tenantRelation(catalog: Catalog, table: string, alias: string, term: Term): Relation {
  const lookUps = columnsOfLookUps(table)
  return {
    alias,
    columns: catalog.columnsOf(table),
    output: (column) => ({
      ...(column === 'workspace_id' && { value: term }),
      ...((column === 'workspace_id' || lookUps.has(column)) && { key: term }),
    }),
  }
}

/** A reference to a table of the directory, such as accounts: one row of it is named by a key. */
export function directoryRelation(catalog: Catalog, table: string, alias: string, term: Term): Relation {
  const keys = catalog.keysOf(table)
  return {
    alias,
    columns: catalog.columnsOf(table),
    output: (column) => ({ value: term, ...(keys.has(column) && { key: term }) }),
  }
}

/** Rows of what the caller gives: every value of them is one that it named. */
export function rowsRelation(alias: string, columns: Iterable<string>, value: Term | undefined): Relation {
  return { alias, columns: new Set(columns), output: () => ({ value }) }
}

export function derivedRelation(
  alias: string,
  outputs: readonly Output[],
  names: readonly string[],
  isKey: boolean,
): Relation {
  const byName = new Map(outputs.map((output, at) => [names[at] ?? output.name, output]))
  return {
    alias,
    columns: new Set(byName.keys()),
    output(column) {
      const { value, key } = byName.get(column) ?? {}
      return { value, ...(isKey && { key }) }
    },
  }
}

/** The relation of a column, in a level or its outer levels. */
export function findRelation(
  level: Level,
  alias: string | undefined,
  column: string,
): { relation: Relation; level: Level } | null {
  for (let at: Level | undefined = level; at; at = at.outer) {
    const relation = at.relations.find((each) =>
      alias === undefined ? each.columns.has(column) : each.alias === alias,
    )
    if (relation) return { relation, level: at }
  }
  return null
}

/** The columns that a star selects from a relation or from all relations of a level. */
export const outputsOf = ({ columns, output }: Relation): Output[] =>
  [...columns].map((name) => ({ name, ...output(name) }))

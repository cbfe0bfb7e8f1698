import type { ClientBase } from 'pg'

/** What programs that run see of a schema, and what their waiting depends on. */
export interface Shape {
  readonly tables: Map<string, { readonly file: string; readonly columns: Map<string, ColumnShape> }>
  /** By name and identity: one that was made again is another. */
  readonly indexes: Map<string, { readonly table: string }>
  readonly checks: Map<string, { readonly table: string; readonly isValid: boolean; readonly says: string }>
  readonly functions: Set<string>
}

interface ColumnShape {
  readonly type: string
  readonly isRequired: boolean
  readonly isFilled: boolean
}

interface ColumnRow extends ColumnShape {
  readonly table: string
  readonly file: string
  readonly name: string
}

const ours = `current_schema()::regnamespace`

export async function readShape(client: ClientBase): Promise<Shape> {
  const columns = await client.query<ColumnRow>(
    `SELECT relname::text AS table, coalesce(pg_relation_filenode(relation.oid)::text, 'partitions') AS file, attname::text AS name,
       format_type(atttypid, atttypmod) AS type, attnotnull AS "isRequired",
       atthasdef OR attidentity <> '' AS "isFilled"
     FROM pg_class AS relation JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
     WHERE relkind IN ('r', 'p') AND relnamespace = ${ours} AND relname <> '_prisma_migrations'`,
  )
  const tables: Shape['tables'] = new Map()
  for (const { table, file, name, ...column } of columns.rows) {
    const known = tables.get(table) ?? { file, columns: new Map<string, ColumnShape>() }
    known.columns.set(name, column)
    tables.set(table, known)
  }
  const indexes = await client.query<{ name: string; table: string }>(
    `SELECT format('%s (%s)', indexrelid::regclass, indexrelid::oid) AS name, indrelid::regclass::text AS table
     FROM pg_index JOIN pg_class AS relation ON relation.oid = indrelid
     -- Of a partitioned table those of its partitions are what is made.
     WHERE relkind = 'r' AND relnamespace = ${ours}`,
  )
  const checks = await client.query<{ name: string; table: string; isValid: boolean; says: string }>(
    `SELECT format('%s (%s)', conname, oid) AS name, conrelid::regclass::text AS table, convalidated AS "isValid",
       pg_get_constraintdef(oid) AS says
     FROM pg_constraint WHERE contype IN ('c', 'f') AND connamespace = ${ours}`,
  )
  const functions = await client.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = ${ours}`,
  )
  return {
    tables,
    indexes: new Map(indexes.rows.map(({ name, ...index }) => [name, index])),
    checks: new Map(checks.rows.map(({ name, ...check }) => [name, check])),
    functions: new Set(functions.rows.map(({ name }) => name)),
  }
}

/** What a migration does that programs beside it, of the version before, would fail or wait for. */
export function findFaults(sql: string, before: Shape, after: Shape): string[] {
  return [...inText(sql), ...inTables(before, after), ...inIndexes(sql, before, after), ...inChecks(before, after)]
}

/** A definition up to its body, the name of what it defines, and the body in dollar quotes. */
const definition = /(\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:FUNCTION|PROCEDURE)\s+"?(\w+)[^;]*?\bAS\s+)(\$\w*\$)(.*?)\3/gis

const writesRows = (statements: string) => /^\s*(UPDATE|DELETE)\b/m.test(statements)

/** Whether a migration calls one of the functions that it defines, and this one writes rows. */
const callsWriter = (statements: string, definitions: readonly RegExpExecArray[]) =>
  definitions.some(
    ([, , name = '', , body = '']) =>
      writesRows(body) && new RegExp(String.raw`\b(SELECT|CALL|PERFORM)\b[^;]*\b${name}"?\s*\(`, 'i').test(statements),
  )

function* inText(sql: string) {
  const bare = sql.replaceAll(/--.*$/gm, '')
  // The body of a function runs when it is called, and that of DO in the migration.
  const run = bare.replaceAll(definition, '$1')
  if (writesRows(run) || callsWriter(run, [...bare.matchAll(definition)]))
    yield 'writes rows, which stay locked until it ends: let the new version fill them, piece by piece'
  if (/\block_timeout\b/i.test(bare)) yield 'sets a limit for locks: the migrator has one'
}

function* inTables(before: Shape, after: Shape) {
  // That of a table which has become a partition is there as it was.
  const files = new Set(Array.from(after.tables.values(), ({ file }) => file))
  for (const [table, { file, columns }] of before.tables) {
    const now = after.tables.get(table)
    if (!now) yield `drops ${table}, which the version before reads`
    else {
      if (!files.has(file)) yield `rewrites ${table}, which is locked until the rewrite ends`
      yield* inColumns(table, columns, { now: now.columns, before })
    }
  }
  for (const name of before.functions)
    if (!after.functions.has(name)) yield `drops ${name}, which the version before calls`
}

function* inColumns(
  table: string,
  columns: Map<string, ColumnShape>,
  { now, before }: { now: Map<string, ColumnShape>; before: Shape },
) {
  for (const [name, { type, isRequired }] of columns) {
    const column = now.get(name)
    if (!column) yield `drops ${table}.${name}, which the version before reads`
    else if (column.type !== type)
      yield `makes ${table}.${name} ${column.type}, which the version before does not expect`
    else if (column.isRequired && !isRequired && !isKnownFilled(before, table, name))
      yield `makes ${table}.${name} NOT NULL, for which every row is read: validate a CHECK of it first`
  }
  for (const [name, { isRequired, isFilled }] of now)
    if (!columns.has(name) && isRequired && !isFilled)
      yield `adds ${table}.${name} NOT NULL without a default: rows of the version before are refused`
}

const isKnownFilled = ({ checks }: Shape, table: string, column: string) =>
  [...checks.values()].some(
    (check) => check.table === table && check.isValid && check.says === `CHECK ((${column} IS NOT NULL))`,
  )

function* inIndexes(sql: string, before: Shape, after: Shape) {
  if (/\bCONCURRENTLY\b/.test(sql.replaceAll(/--.*$/gm, ''))) return
  for (const [name, { table }] of after.indexes)
    if (!before.indexes.has(name) && before.tables.has(table))
      yield `makes ${name.replace(/ \(.*/, '')} on ${table}, which nobody writes to meanwhile: in a migration of its own, CONCURRENTLY`
}

function* inChecks(before: Shape, after: Shape) {
  for (const [name, { table, isValid }] of after.checks)
    if (isValid && !before.checks.has(name) && before.tables.has(table))
      yield `adds ${name.replace(/ \(.*/, '')} to ${table}, for which every row is read: NOT VALID, and VALIDATE in a later migration`
}

/**
 * New columns with a name that another table had in the version before. A statement of it that joins both tables, and does not
 * say of which one it means the column, fails.
 *
 * @param before the schema of the version before. @param after that of this version.
 */
export function findAmbiguous(before: Shape, after: Shape): string[] {
  return [...before.tables].flatMap(([table, { columns }]) => {
    const names = [...(after.tables.get(table)?.columns.keys() ?? [])].filter((name) => !columns.has(name))
    return names.flatMap((name) => {
      const others = [...before.tables].filter(([other, shape]) => other !== table && shape.columns.has(name))
      return others.length === 0 ? [] : [`${table}.${name}, which ${others.map(([other]) => other).join(', ')} had`]
    })
  })
}

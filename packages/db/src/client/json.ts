import * as Prisma from './fragments.ts'

/** How a column is read into an answer: moments as ISO 8601 in UTC, bytes in hex, the rest as they are, or the first of others where one is null; or what is no column is counted. */
export type ColumnKind =
  | 'timestamp'
  | 'hex'
  | 'plain'
  | { readonly orElse: readonly string[] }
  | { readonly counted: Prisma.Sql }

/** A table or column name as SQL. @throws Error when it is not plainly one: names never come from callers. */
export function identifier(name: string): Prisma.Sql {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`Not a column or table name: ${name}`)
  return Prisma.raw(`"${name}"`)
}

/** A column, of this row where several are in scope. */
const columnOf = (name: string, row: string | undefined) =>
  row === undefined ? identifier(name) : Prisma.sql`${identifier(row)}.${identifier(name)}`

/** A timestamp in the format of responses. */
export const isoText = (column: string, row?: string) =>
  Prisma.sql`to_char(${columnOf(column, row)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * An expression that writes these columns of a row as JSON text, in the one format of all records.
 * @param row the alias of the row. Needed where other rows in scope have columns of the same names.
 */
export function jsonOf(columns: Readonly<Record<string, ColumnKind>>, row?: string): Prisma.Sql {
  const column = (name: string) => columnOf(name, row)
  const list = Object.entries(columns).map(([name, kind]) => {
    const as = identifier(name)
    if (kind === 'timestamp') return Prisma.sql`${isoText(name, row)} AS ${as}`
    if (kind === 'plain') return column(name)
    if (kind === 'hex') return Prisma.sql`encode(${column(name)}, 'hex') AS ${as}`
    if ('counted' in kind) return Prisma.sql`${kind.counted} AS ${as}`
    return Prisma.sql`coalesce(${Prisma.join([name, ...kind.orElse].map(column))}) AS ${as}`
  })
  return Prisma.sql`(SELECT row_to_json(answer)::text FROM (SELECT ${Prisma.join(list)}) AS answer)`
}

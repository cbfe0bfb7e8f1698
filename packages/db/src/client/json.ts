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

/** A moment as it is answered. */
export const isoText = (column: string) =>
  Prisma.sql`to_char(${identifier(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** An expression that writes these columns of a row as JSON text: the one form of a record everywhere. */
export function jsonOf(columns: Readonly<Record<string, ColumnKind>>): Prisma.Sql {
  const list = Object.entries(columns).map(([name, kind]) => {
    if (kind === 'timestamp') return Prisma.sql`${isoText(name)} AS ${identifier(name)}`
    if (typeof kind === 'object' && 'counted' in kind) return Prisma.sql`${kind.counted} AS ${identifier(name)}`
    if (typeof kind === 'object')
      return Prisma.sql`coalesce(${Prisma.join([name, ...kind.orElse].map(identifier))}) AS ${identifier(name)}`
    return kind === 'hex' ? Prisma.sql`encode(${identifier(name)}, 'hex') AS ${identifier(name)}` : identifier(name)
  })
  return Prisma.sql`(SELECT row_to_json(answer)::text FROM (SELECT ${Prisma.join(list)}) AS answer)`
}

import * as Prisma from './fragments.ts'

/**
 * The JSON of a column: date-times as ISO 8601 in UTC, bytes in hex, a map as an object in any case, others as they are. A
 * column can also be the first non-null of several, a count, or the tag of the row's version.
 */
export type ColumnKind =
  | 'timestamp'
  | 'hex'
  | 'map'
  | 'plain'
  | { readonly orElse: readonly string[] }
  | { readonly counted: Prisma.Sql }
  | { readonly tag: string }

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

/** The time of the last change, in hex, which PostgreSQL writes faster than any other form of a time. */
const versionOf = (row: string | undefined) =>
  Prisma.sql`encode(timestamptz_send(${columnOf('updated_at', row)}), 'hex')`

function valueOf(name: string, kind: ColumnKind, row: string | undefined): Prisma.Sql {
  const column = (one: string) => columnOf(one, row)
  if (kind === 'plain') return column(name)
  if (kind === 'timestamp') return isoText(name, row)
  if (kind === 'hex') return Prisma.sql`encode(${column(name)}, 'hex')`
  if (kind === 'map') return Prisma.sql`coalesce(${column(name)}, '{}')`
  if ('tag' in kind) return Prisma.sql`${literal(kind.tag)} || ${versionOf(row)}`
  return 'counted' in kind ? kind.counted : Prisma.sql`coalesce(${Prisma.join([name, ...kind.orElse].map(column))})`
}

/** A constant as SQL. @throws Error for one that would need escapes. */
function literal(text: string): Prisma.Sql {
  if (!/^[\w":,-]*$/.test(text)) throw new Error(`Not a plain constant: ${text}`)
  return Prisma.raw(`'${text}'`)
}

/** Columns by their names in JSON. */
export type JsonColumns = Readonly<Record<string, ColumnKind>>

/**
 * An expression that writes these columns of a row as JSON text, in the one format of all records.
 * @param row the alias of the row. Needed where other rows in scope have columns of the same names.
 */
export function jsonOf(columns: JsonColumns, row?: string): Prisma.Sql {
  const list = Object.entries(columns).map(
    ([name, kind]) => Prisma.sql`${valueOf(name, kind, row)} AS ${identifier(name)}`,
  )
  return Prisma.sql`(SELECT row_to_json(answer)::text FROM (SELECT ${Prisma.join(list)}) AS answer)`
}

/**
 * The JSON text in a column, with these columns of its row added at the end.
 * @param row as in `jsonOf`.
 */
export function jsonWith(stored: string, columns: JsonColumns, row?: string): Prisma.Sql {
  const json = columnOf(stored, row)
  const added = Object.entries(columns).map(([name, kind]) => {
    const begin = `,${identifier(name).sql}:`
    if (kind === 'map') return Prisma.sql`${literal(begin)} || coalesce(${columnOf(name, row)}::text, '{}')`
    if (typeof kind === 'object' && 'tag' in kind)
      return Prisma.sql`${literal(`${begin}"${kind.tag}`)} || ${versionOf(row)} || '"'`
    return Prisma.sql`${literal(begin)} || coalesce(to_json(${valueOf(name, kind, row)})::text, 'null')`
  })
  if (added.length === 0) return json
  // By bytes, because left() counts characters and takes four times as long.
  const open = Prisma.sql`convert_from(substr(convert_to(${json}, 'UTF8'), 1, octet_length(${json}) - 1), 'UTF8')`
  return Prisma.sql`(${open} || ${Prisma.join(added, ' || ')} || '}')`
}

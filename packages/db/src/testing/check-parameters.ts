import type { Client } from 'pg'
import { isList } from '../client/list.ts'
import type { List } from '../client/list.ts'

export interface ParameterType {
  readonly name: string
  /** For an array, the type of its items. */
  readonly item: string | null
}

/** The types of a statement's parameters. */
export async function typesOfParameters(client: Client, text: string): Promise<ParameterType[]> {
  await client.query(`PREPARE described AS ${text}`)
  const { rows } = await client.query<ParameterType>(
    `SELECT format_type(type.oid, NULL) AS name, CASE WHEN typcategory = 'A' THEN format_type(typelem, NULL) END AS item
     FROM pg_prepared_statements CROSS JOIN unnest(parameter_types::oid[]) WITH ORDINALITY AS parameter (oid, place)
     JOIN pg_type AS type ON type.oid = parameter.oid WHERE pg_prepared_statements.name = 'described' ORDER BY place`,
  )
  await client.query('DEALLOCATE described')
  return rows
}

export function mistakesOfValues(kinds: readonly string[], types: readonly ParameterType[]): string[] {
  return kinds.flatMap((kind, at) => {
    const { name, item } = types[at] ?? { name: 'nothing', item: null }
    if (fits(kind, name, item)) return []
    return [`Parameter $${at + 1} is a ${kind}, but the statement takes ${name}: cast it (::…), or give another.`]
  })
}

const listOf = 'list of '
const numbers = ['smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric', 'oid']
const takers: Readonly<Record<string, readonly string[]>> = {
  number: numbers,
  bigint: ['bigint', 'numeric'],
  boolean: ['boolean'],
  Date: ['timestamp with time zone'],
  bytes: ['bytea'],
}

function fits(kind: string, name: string, item: string | null): boolean {
  if (kind === 'null') return true
  if (kind.startsWith(listOf))
    return (
      item !== null &&
      kind
        .slice(listOf.length)
        .split('/')
        .every((each) => each === '' || fits(each, item, null))
    )
  // PostgreSQL parses text itself, and rejects a malformed date, ID or number.
  if (kind === 'string') return item === null && !['boolean', 'bytea', 'integer'].includes(name)
  return takers[kind]?.includes(name) ?? false
}

/** The items of a grown list are not visible anymore. */
function kindOfList(list: List): string {
  const items = list.toJSON()
  return Array.isArray(items) ? kindOf(items) : 'null'
}

/** `number`, `Date`, `list of string/null`, … */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (isList(value)) return kindOfList(value)
  if (Array.isArray(value)) return `${listOf}${[...new Set(value.map(kindOf))].toSorted().join('/')}`
  if (value instanceof Date) return 'Date'
  return value instanceof Uint8Array ? 'bytes' : typeof value
}

import type { PoolClient } from 'pg'

export interface ParameterType {
  readonly name: string
  /** Of an array, the type of its items. */
  readonly item: string | null
}

let prepared = 0

/** What PostgreSQL takes the parameters of a statement to be. */
export async function typesOfParameters(client: PoolClient, text: string): Promise<ParameterType[]> {
  if (!/\$1\b/.test(text)) return []
  const name = `check_${++prepared}`
  await client.query(`PREPARE ${name} AS ${text}`)
  const { rows } = await client.query<ParameterType>(
    `SELECT format_type(type.oid, NULL) AS name, CASE WHEN typcategory = 'A' THEN format_type(typelem, NULL) END AS item
     FROM pg_prepared_statements CROSS JOIN unnest(parameter_types::oid[]) WITH ORDINALITY AS parameter (oid, place)
     JOIN pg_type AS type ON type.oid = parameter.oid WHERE pg_prepared_statements.name = '${name}' ORDER BY place`,
  )
  await client.query(`DEALLOCATE ${name}`)
  return rows
}

export function mistakesOfValues(values: readonly unknown[], types: readonly ParameterType[]): string[] {
  return values.flatMap((value, at) => {
    const { name, item } = types[at] ?? { name: 'nothing', item: null }
    if (fits(value, name, item)) return []
    return [
      `Parameter $${at + 1} is a ${kindOf(value)}, but the statement takes ${name}: cast it (::…), or give another.`,
    ]
  })
}

const numbers = ['smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric', 'oid']
const takers: Readonly<Record<string, readonly string[]>> = {
  number: numbers,
  bigint: ['bigint', 'numeric'],
  boolean: ['boolean'],
  Date: ['timestamp with time zone'],
  bytes: ['bytea'],
}

function fits(value: unknown, name: string, item: string | null): boolean {
  if (value === null) return true
  if (Array.isArray(value)) return item !== null && value.every((one: unknown) => fits(one, item, null))
  const kind = kindOf(value)
  // PostgreSQL reads text itself, and refuses what is no date, id or number.
  return kind === 'string'
    ? !['boolean', 'bytea', 'integer'].includes(name) && item === null
    : Boolean(takers[kind]?.includes(name))
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (value instanceof Date) return 'Date'
  return value instanceof Uint8Array ? 'bytes' : typeof value
}

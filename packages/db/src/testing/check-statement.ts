import type { PoolClient, QueryResult } from 'pg'
import type { Columns } from '../client/columns.ts'
import type { Statement } from '../client/sql.ts'
import { describe, mistakesOfColumns } from './check-columns.ts'
import { mistakesOfValues, typesOfParameters } from './check-parameters.ts'
import type { ParameterType } from './check-parameters.ts'

interface Checked {
  readonly parameters: readonly ParameterType[]
  readonly columns: Set<Columns | null>
}

const checked = new Map<string, Checked>()

/**
 * Compares what a statement declares with what PostgreSQL says of it when it first runs: the names of its
 * columns, their types and whether they can be null. Its values are compared each time.
 * @throws Error with a sentence for every mistake.
 */
export async function checkStatement(client: PoolClient, statement: Statement, result: QueryResult): Promise<void> {
  const { text, columns, values } = statement
  const known = checked.get(text) ?? { parameters: await typesOfParameters(client, text), columns: new Set() }
  checked.set(text, known)
  const mistakes = mistakesOfValues(values, known.parameters)
  if (columns) {
    if (!known.columns.has(columns)) mistakes.push(...mistakesOfColumns(columns, await describe(client, text, result)))
    mistakes.push(...mistakesOfRows(columns, result.rows))
  }
  known.columns.add(columns)
  if (mistakes.length === 0) return
  const message = [...mistakes, `In: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 400)}`].join('\n')
  // The caller may make an answer of what is thrown, where nobody reads it.
  process.stderr.write(`${message}\n`)
  throw new Error(message)
}

function mistakesOfRows(columns: Columns, rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  return Object.entries(columns).flatMap(([name, { canBeNull, choices }]) => {
    const found = rows.map((row) => row[name])
    if (!canBeNull && found.includes(null)) return [`Column ${name} was null: declare it orNull(…).`]
    const other = choices && found.flat().find((value) => value !== null && !choices.includes(String(value)))
    return other === undefined ? [] : [`Column ${name} held ${JSON.stringify(other)}, which is none of its choices.`]
  })
}

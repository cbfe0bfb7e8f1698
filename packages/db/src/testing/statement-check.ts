import { Client } from 'pg'
import type { QueryResult } from 'pg'
import type { Columns } from '../client/columns.ts'
import type { Inspect } from '../client/sql.ts'
import { describe, mistakesOfColumns } from './check-columns.ts'
import type { Described } from './check-columns.ts'
import { kindOf, mistakesOfValues, typesOfParameters } from './check-parameters.ts'
import type { ParameterType } from './check-parameters.ts'

interface Seen {
  readonly columns: Set<Columns>
  readonly fields: QueryResult['fields']
  /** The different lists of kinds that its values had. */
  readonly kinds: Map<string, readonly string[]>
  readonly mistakes: Set<string>
}

interface Known {
  types?: readonly ParameterType[]
  described?: readonly Described[]
}

/** Facts about statements from PostgreSQL, by their text, for all databases of one schema. */
export type KnownStatements = Map<string, Known>

export interface StatementCheck {
  /** Notes a statement, for `createDb`. */
  readonly inspect: Inspect
  /**
   * Compares the statements with PostgreSQL's description of them: the names, types and nullability of their columns,
   * and the types of their values.
   * @throws Error with a sentence for every mistake.
   */
  check(url: string): Promise<void>
}

export function createStatementCheck(known: KnownStatements = new Map()): StatementCheck {
  const statements = new Map<string, Seen>()
  return {
    inspect:
      ({ text, columns, values }) =>
      ({ fields, rows }) => {
        const seen = statements.get(text) ?? { columns: new Set(), fields, kinds: new Map(), mistakes: new Set() }
        statements.set(text, seen)
        const kinds = values.map(kindOf)
        seen.kinds.set(kinds.join(), kinds)
        if (!columns) return
        seen.columns.add(columns)
        for (const mistake of mistakesOfRows(columns, rows)) seen.mistakes.add(mistake)
      },
    async check(url) {
      // A client and not a pool, because the end of a pool does not wait for its connections, and the database is dropped next.
      const client = new Client({ connectionString: url })
      // Connects on demand, because PostgreSQL has described most statements before.
      let connected: Promise<Client> | undefined
      const connect = () => (connected ??= client.connect().then(() => client))
      try {
        const found: string[] = []
        for (const [text, seen] of statements) {
          const mistakes = await mistakesOf(connect, known, text, seen)
          if (mistakes.length > 0) found.push([...mistakes, `In: ${text.replaceAll(/\s+/g, ' ').trim()}`].join('\n'))
        }
        if (found.length > 0) throw new Error(`SQL declares other columns than PostgreSQL.\n\n${found.join('\n\n')}`)
      } finally {
        statements.clear()
        if (connected) await client.end()
      }
    },
  }
}

async function mistakesOf(
  connect: () => Promise<Client>,
  known: KnownStatements,
  text: string,
  { columns, fields, kinds, mistakes }: Seen,
): Promise<string[]> {
  const facts = known.get(text) ?? {}
  known.set(text, facts)
  try {
    const types = kinds.has('') ? [] : (facts.types ??= await typesOfParameters(await connect(), text))
    const described = columns.size > 0 ? (facts.described ??= await describe(await connect(), text, fields)) : []
    return [
      ...mistakes,
      ...[...kinds.values()].flatMap((each) => mistakesOfValues(each, types)),
      ...[...columns].flatMap((each) => mistakesOfColumns(each, described)),
    ]
  } catch (error) {
    // The statement ran, so the test has changed its tables since.
    if (String((error as { code?: unknown }).code).startsWith('42')) return []
    throw error
  }
}

function mistakesOfRows(columns: Columns, rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  return Object.entries(columns).flatMap(([name, { canBeNull, choices, shape }]) => {
    const found = rows.map((row) => row[name])
    if (!canBeNull && found.includes(null)) return [`Column ${name} was null: declare it orNull(…).`]
    const other =
      choices && found.flat().find((value) => value !== null && !(typeof value === 'string' && choices.includes(value)))
    if (other !== undefined) return [`Column ${name} held ${JSON.stringify(other)}, which is none of its choices.`]
    return shape ? found.flatMap((value) => mistakeOfShape(name, shape, value)) : []
  })
}

function mistakeOfShape(name: string, shape: NonNullable<Columns[string]['shape']>, value: unknown): string[] {
  try {
    if (value !== null) shape.parse(value)
    return []
  } catch (error) {
    return [`Column ${name} held JSON of another shape: ${String(error)}`]
  }
}

import { Pool, types } from 'pg'
import type { ClientBase, CustomTypesConfig, PoolClient, QueryResult } from 'pg'
import * as Prisma from './fragments.ts'
import type { Columns, Row } from './columns.ts'
import { onConnection } from './connection.ts'
import type { List } from './list.ts'
import { RawJson } from './raw-json.ts'
import { statementNames } from './statement-names.ts'

/** The value of a parameter. SQL NULL is `null`, because `undefined` is usually a mistake. */
export type Value = string | number | bigint | boolean | Date | Uint8Array | null | List | readonly Value[]

/** SQL as a template, or a fragment that is a complete statement. */
type Template = [query: TemplateStringsArray | Prisma.Sql, ...values: (Value | Prisma.Sql)[]]

/** SQL through a pool or in a transaction. A statement that repeats is prepared one time per connection. */
export interface Sql {
  /** Returns the rows of a statement. It must select exactly these columns: `rows({ id: bigint })`SELECT id FROM …`` */
  rows<C extends Columns>(columns: C): (...template: Template) => Promise<Row<C>[]>
  /** Runs a statement without reading its rows. Returns the number of rows that it changed or selected. */
  run(...template: Template): Promise<number>
}

export interface Statement {
  readonly text: string
  readonly values: unknown[]
  /** Null when the caller reads no rows. */
  readonly columns: Columns | null
}

/** Called by tests with every statement before it is sent, in the stack of its caller, and then with the result. */
export type Inspect = (statement: Statement) => (result: QueryResult) => void

const { builtins, getTypeParser } = types

const parsers: CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === builtins.INT8 ? BigInt : getTypeParser(oid, format)),
}

const nameOf = statementNames()

/** Sends the statements of one turn of the event loop in one write, which wakes PostgreSQL one time. */
export function gatherTurn(client: ClientBase) {
  const { stream } = (client as PoolClient).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

export async function sendOn(
  client: ClientBase,
  { text, values, columns }: Statement,
  answered?: ReturnType<Inspect>,
): Promise<QueryResult> {
  gatherTurn(client)
  const result = await client.query({ name: nameOf(client, text), text, values, types: parsers })
  answered?.(result)
  if (columns) readRaw(columns, result.rows as Record<string, unknown>[])
  return result
}

function readRaw(columns: Columns, rows: Record<string, unknown>[]) {
  for (const name in columns) if (columns[name]?.isRaw) for (const row of rows) row[name] = toRaw(row[name])
}

const toRaw = (value: unknown) => (typeof value === 'string' ? new RawJson(value) : value)

/** SQL through a pool, with each statement on any connection, or through one connection. */
export function sqlOf(connection: Pool | ClientBase, inspect?: Inspect): Sql {
  return sqlBy((statement) => {
    const answered = inspect?.(statement)
    return connection instanceof Pool
      ? onConnection(connection, (client) => sendOn(client, statement, answered))
      : sendOn(connection, statement, answered)
  })
}

export function sqlBy(send: (statement: Statement) => Promise<QueryResult>): Sql {
  return {
    rows:
      (columns) =>
      async (query, ...values) =>
        (await send(statementOf(query, values, columns))).rows,
    run: async (query, ...values) => (await send(statementOf(query, values, null))).rowCount ?? 0,
  }
}

/** The text of each template without fragments, which is the same at each call. */
const texts = new WeakMap<TemplateStringsArray, string>()

function statementOf(query: TemplateStringsArray | Prisma.Sql, values: unknown[], columns: Columns | null): Statement {
  if (query instanceof Prisma.Sql) return { text: query.text, values: query.values, columns }
  if (values.some((value) => value instanceof Prisma.Sql)) return statementOf(Prisma.sql(query, ...values), [], columns)
  const text = texts.get(query) ?? query.reduce((before, part, at) => `${before}$${at}${part}`)
  texts.set(query, text)
  return { text, values, columns }
}

import { Pool, types } from 'pg'
import type { ClientBase, CustomTypesConfig, PoolClient, QueryResult } from 'pg'
import * as Prisma from './fragments.ts'
import type { Columns, Row } from './columns.ts'
import { onConnection } from './connection.ts'
import type { List } from './list.ts'
import { RawJson } from './raw-json.ts'
import { statementNames } from './statement-names.ts'

/** What can be a parameter. Null for what is not there: `undefined` is a mistake. */
export type Value = string | number | bigint | boolean | Date | Uint8Array | null | List | readonly Value[]

/** SQL as a template, or a fragment that is a whole statement. */
type Template = [query: TemplateStringsArray | Prisma.Sql, ...values: (Value | Prisma.Sql)[]]

/** SQL through a pool or within a transaction. What repeats is prepared once for each connection. */
export interface Sql {
  /** The rows of a statement, which must answer just these columns: `rows({ id: bigint })`SELECT id FROM …`` */
  rows<C extends Columns>(columns: C): (...template: Template) => Promise<Row<C>[]>
  /** Runs a statement whose rows are of no interest, and answers how many it touched. */
  run(...template: Template): Promise<number>
}

export interface Statement {
  readonly text: string
  readonly values: unknown[]
  /** Null where no rows are wanted. */
  readonly columns: Columns | null
}

/** Told of every statement, where that can be by whoever sends it, and then of its answer. For tests. */
export type Inspect = (statement: Statement) => (result: QueryResult) => void

const { builtins, getTypeParser } = types

const parsers: CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === builtins.INT8 ? BigInt : getTypeParser(oid, format)),
}

const nameOf = statementNames()

/** What is sent in one turn of the event loop goes out in one piece, and wakes PostgreSQL once. */
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

/** Statements through a pool, each on any connection, or through one connection of it. */
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

/** The texts of templates whose values are no fragments: each time the same. */
const texts = new WeakMap<TemplateStringsArray, string>()

function statementOf(query: TemplateStringsArray | Prisma.Sql, values: unknown[], columns: Columns | null): Statement {
  if (query instanceof Prisma.Sql) return { text: query.text, values: query.values, columns }
  if (values.some((value) => value instanceof Prisma.Sql)) return statementOf(Prisma.sql(query, ...values), [], columns)
  const text = texts.get(query) ?? query.reduce((before, part, at) => `${before}$${at}${part}`)
  texts.set(query, text)
  return { text, values, columns }
}

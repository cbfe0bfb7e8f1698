import { Pool, types } from 'pg'
import type { CustomTypesConfig, PoolClient, QueryResult } from 'pg'
import { onConnection } from './connection.ts'
import { Prisma } from '../generated/client.ts'
import { statementNames } from './statement-names.ts'

/**
 * Sends SQL as Prisma's own methods of these names do, and answers the same values, at a third of
 * their cost: a statement that repeats is prepared once per connection and no client runtime stands in between.
 */
export interface Sql {
  /** The rows of a statement: int8 as bigint, timestamps as Date, text and JSON as they are. */
  $queryRaw<T = unknown[]>(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<T>
  /** How many rows a statement touched. */
  $executeRaw(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): Promise<number>
}

/** SQL text with its values apart. */
export type Statement = Pick<Prisma.Sql, 'text' | 'values'>

const { builtins, getTypeParser } = types

const parsers: CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === builtins.INT8 ? BigInt : getTypeParser(oid, format)),
}

const nameOf = statementNames()

export function sendOn(client: PoolClient, { text, values }: Statement): Promise<QueryResult> {
  const name = nameOf(client, text)
  return client.query({ ...(name !== undefined && { name }), text, values, types: parsers })
}

/** Statements through a pool, each on any connection, or through one connection of it. */
export function sqlOf(connection: Pool | PoolClient): Sql {
  return connection instanceof Pool
    ? sqlBy((statement) => onConnection(connection, (client) => sendOn(client, statement)))
    : sqlBy((statement) => sendOn(connection, statement))
}

export function sqlBy(send: (statement: Statement) => Promise<QueryResult>): Sql {
  const sendQuery = (query: TemplateStringsArray | Prisma.Sql, values: unknown[]) =>
    send(query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values))
  return {
    async $queryRaw<T>(query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) {
      const { rows } = await sendQuery(query, values)
      return rows as T
    },
    async $executeRaw(query, ...values) {
      const { rowCount } = await sendQuery(query, values)
      return rowCount ?? 0
    },
  }
}

import type { QueryResult } from 'pg'
import * as Prisma from '../client/fragments.ts'
import type { Statement } from '../client/sql.ts'

const mark = '/* a row for each */'

/**
 * In a statement: its values that are arrays are as long as each other, and it answers one row for each place in them, in
 * their order. Several of one text are sent as one then, with longer arrays, if their other values are the same.
 */
export const rowForEach = Prisma.raw(mark)

const withBigints = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

/** The identity of a statement, and the part that it shares with statements it can be combined with. */
export function likenessOf({ text, values }: Statement): { text: string; kind: string } {
  const all = JSON.stringify([text, values], withBigints)
  if (!text.includes(mark)) return { text: all, kind: all }
  const shared = values.map((value) => (Array.isArray(value) ? null : value))
  return { text: all, kind: JSON.stringify([text, shared], withBigints) }
}

/** One statement for several of a kind. */
export function joined([first, ...others]: readonly Statement[]): Statement {
  if (!first) throw new Error('There is nothing to send')
  if (others.length === 0) return first
  const values = first.values.map((value, at) =>
    Array.isArray(value) ? [value, ...others.map((other) => other.values[at])].flat() : value,
  )
  return { ...first, values }
}

/** The result of each combined statement. */
export function parted(statements: readonly Statement[], result: QueryResult): QueryResult[] {
  if (statements.length === 1) return [result]
  if (result.rows.length !== statements.length) throw new Error('A statement has not answered a row for each')
  return result.rows.map((row: unknown) => ({ ...result, rowCount: 1, rows: [row] }))
}

import { Prisma } from '@matterbase/db'
import type { Fields } from '@matterbase/schemas'
import { conflictNamesOf, isNamedTable } from '../../names/conflict-names.ts'
import { searchableWords } from '../../tx/words.ts'
import type { Values } from '../record.ts'

/** A column that each write computes from the record. */
export interface Computed {
  /** The value as text, which is part of the row. */
  readonly compute: (workspaceId: number, record: Values) => string
  /** The value in a row that is sent as JSON. */
  readonly json: (text: string) => unknown
  /** The value by a column with the text. */
  readonly read: (text: Prisma.Sql) => Prisma.Sql
}

/** The computed columns of a table, by name. */
export function computedColumns(table: string, fields: Fields): Readonly<Record<string, Computed>> {
  const wordsIn = wordsOf(fields)
  const names = isNamedTable(table) && {
    compute: conflictNamesOf(table),
    json: (text: string) => text,
    read: (text: Prisma.Sql) => Prisma.sql`${text}::tsvector`,
  }
  return {
    // Words have no spaces, and PostgreSQL divides a text faster than it reads JSON.
    words: {
      compute: (_workspaceId, record) => wordsIn(record).join(' '),
      json: (text) => text.split(' ').filter(Boolean),
      read: (text) => Prisma.sql`string_to_array(${text}, ' ')`,
    },
    ...(names && { conflict_names: names }),
  }
}

/** The most letters of a record that `q` finds. */
const mostLetters = 65_536

/** The search terms of a record's text fields and custom fields. */
function wordsOf(fields: Fields): (record: Values) => string[] {
  const texts = Object.entries(fields).flatMap(([name, { kind, definedFor }]) =>
    kind === 'text' || definedFor !== undefined ? [name] : [],
  )
  return (record) =>
    searchableWords(
      texts
        .map((name) => textOf(record[name]))
        .join(' ')
        .slice(0, mostLetters),
    )
}

/** A string, or the strings of custom fields. */
function textOf(value: Values[string] | undefined): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value)
    .filter((one) => typeof one === 'string')
    .join(' ')
}

import { identifier, list, Prisma } from '@matterbase/db'
import type { Deriveds, FieldKind, Fields } from '@matterbase/schemas'
import { stampOf } from '../../tx/clock.ts'
import type { Values } from '../record.ts'
import type { Placed } from './lots.ts'
import { wordsOf } from './words.ts'

/** From so many rows on PostgreSQL has less to do with lists than with JSON; each list is some work by itself. */
const enoughForLists = 32

const types: Readonly<Record<FieldKind, string>> = {
  text: 'text',
  plain: 'text',
  number: 'numeric',
  day: 'date',
  flag: 'boolean',
  timestamp: 'timestamptz',
  reference: 'bigint',
  uuid: 'uuid',
}

/** Writes records to be stored as what can stand in FROM, with the words that they are found by and their workspaces. */
export function rowsOf(table: Prisma.Sql, fields: Fields, derived: Deriveds) {
  const wordsIn = wordsOf(fields)
  const typeOf: Readonly<Record<string, string>> = {
    id: 'bigint',
    ...Object.fromEntries(Object.entries({ ...fields, ...derived }).map(([name, { kind }]) => [name, types[kind]])),
    words: 'text[]',
    created_at: types.timestamp,
    updated_at: types.timestamp,
  }

  type Rows = readonly { readonly workspaceId: number; readonly record: Values }[]

  /** @param columns of the records, and `place`, from 1 on. */
  function asJson(rows: Rows, columns: readonly string[]) {
    const json = JSON.stringify(
      rows.map(({ workspaceId, record }) => ({ ...record, workspace_id: workspaceId, words: wordsIn(record) })),
    )
    return Prisma.sql`(
      SELECT workspace_id, ${Prisma.join(columns.map(identifier))}, ordinality AS place
      FROM json_populate_recordset(NULL::${table}, ${json}::json) WITH ORDINALITY)`
  }

  /** The same by a list of each column as text, which PostgreSQL reads as the column's own type. */
  function asLists(rows: Rows, columns: readonly string[]) {
    const workspaces = list(
      rows.map(({ workspaceId }) => workspaceId),
      'int',
    )
    const lists = columns.map((name) =>
      list(
        rows.map(({ record }) => (name === 'words' ? wordsIn(record) : asText(record[name]))),
        'text',
      ),
    )
    const names = columns.map(identifier)
    const typed = columns.map(
      (name, at) => Prisma.sql`${names[at]}::${Prisma.raw(typeOf[name] ?? types.plain)} AS ${names[at]}`,
    )
    return Prisma.sql`(
      SELECT workspace_id, ${Prisma.join(typed)}, place FROM unnest(${workspaces}, ${Prisma.join(lists)})
      WITH ORDINALITY AS given (workspace_id, ${Prisma.join(names)}, place))`
  }

  /** @param columns of the records. */
  function of(lots: readonly Placed[], columns: readonly string[]): Prisma.Sql {
    const rows = lots.flatMap(({ workspaceId, records }) => records.map((record) => ({ workspaceId, record })))
    return (rows.length < enoughForLists ? asJson : asLists)(rows, columns)
  }

  return {
    of,

    /** New records that have the stamps of `clock`, in their order. */
    stamped: (lots: readonly Placed[], columns: readonly string[]): Prisma.Sql => Prisma.sql`(
      SELECT workspace_id, ${Prisma.join(columns.map(identifier))}, ${stampOf} AS created_at, ${stampOf} AS updated_at
      FROM ${of(lots, columns)} AS placed JOIN clock ON clock_workspace = workspace_id ORDER BY place)`,
  }
}

const asText = (value: Values[string] | undefined) => (value === null || value === undefined ? null : String(value))

import { identifier, list, Prisma } from '@matterbase/db'
import type { Deriveds, FieldKind, Fields } from '@matterbase/schemas'
import { stampBack } from '../../tx/clock.ts'
import type { BlindTx } from '../../tx/write.ts'
import type { Values } from '../record.ts'
import type { Lot } from './lots.ts'
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

  const asJson = (rows: Rows) =>
    Prisma.sql`json_populate_recordset(NULL::${table}, ${JSON.stringify(
      rows.map(({ workspaceId, record }) => ({ ...record, workspace_id: workspaceId, words: wordsIn(record) })),
    )}::json)`

  /**
   * A list of each column as text, which PostgreSQL reads as the column's own type.
   *
   * @param more columns that are not in the records, each behind a comma; they may name a row's `place`, from 1 on.
   */
  function asLists(rows: Rows, columns: readonly string[], more = Prisma.empty) {
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
      SELECT workspace_id, ${Prisma.join(typed)}${more} FROM unnest(${workspaces}, ${Prisma.join(lists)})
      WITH ORDINALITY AS given (workspace_id, ${Prisma.join(names)}, place))`
  }

  return {
    /** @param columns of the records. */
    of(lots: readonly Lot<Values>[], columns: readonly string[]): Prisma.Sql {
      const rows = lots.flatMap(({ workspaceId, records }) => records.map((record) => ({ workspaceId, record })))
      return rows.length < enoughForLists ? asJson(rows) : asLists(rows, columns)
    },

    /** New records without stamps: they have the last ones that the transaction took. */
    blind({ workspaceId }: BlindTx, records: readonly Values[], columns: readonly string[]): Prisma.Sql {
      const stamp = stampBack(workspaceId, Prisma.sql`(${records.length}::int - place)`)
      return asLists(
        records.map((record) => ({ workspaceId, record })),
        columns,
        Prisma.sql`, ${stamp} AS created_at, ${stamp} AS updated_at`,
      )
    },
  }
}

const asText = (value: Values[string] | undefined) => (value === null || value === undefined ? null : String(value))

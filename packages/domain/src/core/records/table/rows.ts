import { identifier, int, list, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Deriveds, FieldKind, Fields } from '@matterbase/schemas'
import { stampOf } from '../../write/clock.ts'
import type { Traced } from '../../write/outbox.ts'
import { storedRecord } from '../record.ts'
import type { StoredRecord, Values } from '../record.ts'
import { computedColumns } from './computed.ts'

/** Rows that a statement writes in one of several workspaces: records, with computed columns where it writes them. */
export interface RowGroup extends Traced {
  readonly records: readonly Values[]
}

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
  map: 'jsonb',
}

type Rows = readonly { readonly workspaceId: number; readonly record: Values }[]

/** Writes rows to be stored as a query for FROM, with their workspaces and the stamps of `clock`. */
export function rowsOf(name: string, fields: Fields, derived: Deriveds) {
  const table = identifier(name)
  const computed = computedColumns(name, fields)
  const typeOf: Readonly<Record<string, string>> = {
    id: 'bigint',
    ...Object.fromEntries(Object.entries({ ...fields, ...derived }).map(([name, { kind }]) => [name, types[kind]])),
    // Lists return it as it is stored. The text of JSONB would have to be written for each record.
    ...(fields['custom_fields']?.definedFor && { custom_fields: 'json' }),
  }

  function asJson(rows: Rows, columns: readonly string[]) {
    const json = JSON.stringify(
      rows.map(({ workspaceId, record }) => {
        const row: Record<string, unknown> = { ...record, workspace_id: workspaceId }
        for (const [column, { json: valueOf }] of Object.entries(computed))
          if (typeof row[column] === 'string') row[column] = valueOf(row[column])
        return row
      }),
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
    const lists = columns.map((column) =>
      list(
        rows.map(({ record }) => asText(record[column])),
        'text',
      ),
    )
    const names = columns.map(identifier)
    const typed = columns.map((column) => {
      const text = identifier(column)
      const value = computed[column]?.read(text) ?? Prisma.sql`${text}::${Prisma.raw(typeOf[column] ?? types.plain)}`
      return Prisma.sql`${value} AS ${text}`
    })
    return Prisma.sql`(
      SELECT workspace_id, ${Prisma.join(typed)}, place FROM unnest(${workspaces}, ${Prisma.join(lists)})
      WITH ORDINALITY AS given (workspace_id, ${Prisma.join(names)}, place))`
  }

  return (groups: readonly RowGroup[], columns: readonly string[]): Prisma.Sql => {
    const rows = groups.flatMap(({ workspaceId, records }) => records.map((record) => ({ workspaceId, record })))
    const given = (rows.length < enoughForLists ? asJson : asLists)(rows, columns)
    return Prisma.sql`(
      SELECT workspace_id, ${Prisma.join(columns.map(identifier))}, ${stampOf} AS stamp
      FROM ${given} AS numbered JOIN clock ON clock_workspace = workspace_id ORDER BY place)`
  }
}

function asText(value: Values[string] | undefined): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Runs a statement that returns the `place` of each record in its group, from 0.
 *
 * @returns the records of each group in their order, undefined for one that was not written.
 */
export async function readGroups(
  sql: Sql,
  statement: Prisma.Sql,
  groups: readonly RowGroup[],
): Promise<(StoredRecord | undefined)[][]> {
  const rows = await sql.rows({ workspace_id: int, json: text, place: int })(statement)
  const byWorkspace = new Map(groups.map(({ workspaceId, records }) => [workspaceId, records.map(nothing)]))
  for (const { workspace_id: workspaceId, json, place } of rows)
    byWorkspace.get(workspaceId)?.splice(place, 1, storedRecord(json))
  return groups.map(({ workspaceId }) => byWorkspace.get(workspaceId) ?? [])
}

const nothing = (): StoredRecord | undefined => undefined

import { identifier, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Deriveds, EventKind, Fields } from '@matterbase/schemas'
import { isEnforced } from '../../custom-fields/definitions.ts'
import { setFrom } from '../../tx/set-from.ts'
import { numberField } from '../number-field.ts'
import { clockOf, moveClocks, placeOf } from '../../write/clock.ts'
import { eventsOf, outboxOf, outboxOfRows } from '../../write/outbox.ts'
import type { Outbox } from '../../write/outbox.ts'
import type { Tx } from '../../write/transaction.ts'
import { tombstoneJson } from '../lists/tombstone.ts'
import type { Shape } from '../lists/related.ts'
import type { StoredRecord, Values } from '../record.ts'
import { readingByKeys } from './by-keys.ts'
import { computedColumns } from './computed.ts'
import { notDeleted } from './not-deleted.ts'
import { recordColumns, recordJson } from './record-json.ts'
import { refersToWhatIs } from './refers-to-what-is.ts'
import { readGroups, rowsOf } from './rows.ts'
import type { RowGroup } from './rows.ts'

export type Table = ReturnType<typeof recordTable>

/** The most rows of a statement, which has a time limit. */
const mostAtOnce = 1_000

/** The statements of one resource's table. They return each record as the JSON that a get returns. */
export function recordTable(name: string, fields: Fields, derived: Deriveds = {}) {
  const table = identifier(name)
  const returned = recordColumns(name, fields, derived)
  const jsonOf = (row?: 'current' | 'former') => recordJson(name, returned, row)
  const json = jsonOf()
  const computed = Object.entries(computedColumns(name, fields))
  const written = [...Object.keys(fields), ...Object.keys(derived), ...computed.map(([column]) => column)]
  const columns = Prisma.join(written.map(identifier))
  const stampedRows = rowsOf(name, fields, derived)
  const definedFor = fields['custom_fields']?.definedFor
  const needsNoField =
    definedFor === undefined
      ? Prisma.empty
      : Prisma.sql`AND NOT EXISTS (
          SELECT FROM custom_field_definitions
          WHERE workspace_id = given.workspace_id AND resource = ${definedFor} AND ${isEnforced} OFFSET 0)`

  const insertIf = (condition: Prisma.Sql) => (sql: Sql, groups: readonly RowGroup[], kind: EventKind) => {
    const statement = withClock(
      groups,
      outboxOfRows(kind, groups),
    )(Prisma.sql`
        INSERT INTO ${table} (workspace_id, ${columns}, created_at, updated_at)
        SELECT workspace_id, ${columns}, stamp, stamp FROM ${stampedRows(groups, written)} AS given
        WHERE ${refersToWhatIs(fields)} ${condition}
        ON CONFLICT (workspace_id, external_id) WHERE deleted_at IS NULL DO NOTHING
        RETURNING workspace_id, ${json} AS json, updated_at AS stamp`)
    return readGroups(sql, statement, groups)
  }

  /** Sets columns of stored rows. The former rows are only read for events. */
  function updateOf(groups: readonly RowGroup[], changing: readonly string[], kind: EventKind) {
    const outbox = outboxOfRows(kind, groups)
    const former = outbox ? Prisma.sql`, ${table} AS former` : Prisma.empty
    const isFormer = outbox
      ? Prisma.sql`AND former.workspace_id = changed.workspace_id AND former.id = changed.id`
      : Prisma.empty
    return withClock(
      groups,
      outbox,
    )(Prisma.sql`
        UPDATE ${table} AS current SET ${setFrom('changed', changing)}, updated_at = changed.stamp
        FROM ${stampedRows(groups, ['id', ...changing])} AS changed${former}
        WHERE current.workspace_id = changed.workspace_id AND current.id = changed.id ${isFormer}
        RETURNING current.workspace_id, ${jsonOf('current')} AS json, current.updated_at AS stamp
          ${outbox ? Prisma.sql`, ${jsonOf('former')} AS before` : Prisma.empty}`)
  }

  return {
    name: table,
    json,

    /** The columns of a response, in their order. */
    columns: returned,

    /** A record as JSON text in this shape. */
    async byIdAs(sql: Sql, workspaceId: number, id: number, shape: Shape): Promise<string | undefined> {
      const [row] = await sql.rows({ json: text })`
        SELECT ${shape(json)} AS json FROM (
          SELECT * FROM ${table} WHERE workspace_id = ${workspaceId} AND ${notDeleted} AND id = ${id}
        ) AS page`
      return row?.json
    },

    ...readingByKeys(table, json),

    /** A record as a row to insert or to update. It takes time for each letter of the record. */
    rowOf: (workspaceId: number, record: Values): Values => ({
      ...record,
      ...Object.fromEntries(computed.map(([column, { compute }]) => [column, compute(workspaceId, record)])),
    }),

    /**
     * Inserts records with their events. It needs no look at the table before: a record whose external_id is taken, or that
     * refers to a record that does not exist, is not inserted.
     */
    insert: insertIf(Prisma.empty),

    /** The same for records without custom fields or a number: none is inserted where it needs one. */
    insertUnseen: insertIf(Prisma.sql`${needsNoField} AND ${hasItsNumber(fields)}`),

    /** Replaces all writable fields of records, with the events. */
    update: (sql: Sql, groups: readonly RowGroup[], kind: EventKind): Promise<(StoredRecord | undefined)[][]> =>
      readGroups(sql, updateOf(groups, written, kind), groups),

    /** Sets these columns of any number of rows, each row with a stamp of its own. */
    async setColumns(
      { sql, workspaceId, stamps, subscribed, traceparent }: Tx,
      changing: readonly string[],
      records: readonly (Values & { id: number })[],
      kind: EventKind,
    ): Promise<void> {
      for (let from = 0; from < records.length; from += mostAtOnce) {
        const slice = records.slice(from, from + mostAtOnce)
        const traceparents = slice.map(() => traceparent)
        const group = { workspaceId, records: slice, firstStamp: stamps(slice.length), subscribed, traceparents }
        await sql.run(updateOf([group], changing, kind))
      }
    },

    async markDeleted(tx: Tx, id: number, stamp: Date, kind: EventKind) {
      const { sql, workspaceId } = tx
      const update = Prisma.sql`
        UPDATE ${table} SET deleted_at = ${stamp}, updated_at = ${stamp} WHERE workspace_id = ${workspaceId} AND id = ${id}`
      const outbox = outboxOf(tx, kind)
      await sql.run(
        outbox
          ? Prisma.sql`WITH deleted AS (${update} RETURNING workspace_id, ${tombstoneJson} AS json), ${eventsOf(outbox, Prisma.sql`deleted`)} SELECT`
          : update,
      )
    },
  }
}

/** False for a row `given` of a workspace that gives its new records numbers, if it has none. */
function hasItsNumber(fields: Fields): Prisma.Sql {
  const number = numberField(fields)
  if (number === undefined) return Prisma.sql`true`
  const numbering = Prisma.sql`SELECT clock_workspace FROM clock WHERE matter_numbers IS NOT NULL`
  return Prisma.sql`(given.${identifier(number)} IS NOT NULL OR given.workspace_id NOT IN (${numbering}))`
}

/** Writes rows with the stamps of the clock, and moves the clock where the transaction does not. */
const withClock = (groups: readonly RowGroup[], outbox: Outbox | undefined) => (writing: Prisma.Sql) =>
  Prisma.sql`
  WITH ${clockOf(groups)}, written AS (${writing}
  )${groups.some(({ firstStamp }) => firstStamp === undefined) ? Prisma.sql`, ${moveClocks(Prisma.sql`written`)}` : Prisma.empty}
  ${outbox ? Prisma.sql`, ${eventsOf(outbox, Prisma.sql`written`)}` : Prisma.empty}
  SELECT workspace_id, json, ${placeOf} AS place FROM written JOIN clock ON clock_workspace = workspace_id`

import { identifier, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Deriveds, Fields } from '@matterbase/schemas'

import { clockOf } from '../../tx/clock.ts'
import { eventsOf } from '../../tx/events.ts'
import type { Told } from '../../tx/events.ts'
import { setFrom } from '../../tx/set-from.ts'
import type { Tx } from '../../tx/write.ts'
import type { Shape } from '../lists/related.ts'
import { notDeleted } from './not-deleted.ts'
import { readingByKeys } from './by-keys.ts'
import { eventsOfBlind, eventsOfLots, readLots, readPlaced, readSomeOfLots } from './lots.ts'
import type { BlindLot, EventsPart, Lot } from './lots.ts'
import { recordColumns, recordJson } from './record-json.ts'
import { refersToWhatIs } from './refers-to-what-is.ts'
import { rowsOf } from './rows.ts'
import { tombstoneJson } from '../lists/tombstone.ts'
import type { ChangedRecord, NewRecord, StoredRecord, Values } from '../record.ts'

export type Table = ReturnType<typeof recordTable>

interface Inserting {
  /** Parts of WITH, each with a comma behind it. */
  readonly before?: Prisma.Sql | undefined
  /** What stands behind the rows that are given. */
  readonly behind?: Prisma.Sql | undefined
  /** Default: the records, in the order of their stamps. */
  readonly answer?: Prisma.Sql
}

/** The statements of one resource's table. They return each record as the JSON that a get returns. */
export function recordTable(name: string, fields: Fields, derived: Deriveds = {}) {
  const table = identifier(name)
  const names = [...Object.keys(fields), ...Object.keys(derived)]
  const answered = recordColumns(name, fields, derived)
  const jsonOf = (row?: 'current' | 'former') => recordJson(name, answered, row)
  const json = jsonOf()
  const updated = [...names, 'words']
  const inserted = [...updated, 'created_at', 'updated_at']
  const columns = Prisma.join(inserted.map(identifier))
  const rows = rowsOf(table, fields, derived)
  const whatFits = Prisma.sql`WHERE ${refersToWhatIs(fields)} ${unlessTaken}`

  function inserting(given: Prisma.Sql, events: EventsPart | undefined, more: Inserting = {}) {
    const { before = Prisma.empty, behind = Prisma.empty, answer = asInserted } = more
    return Prisma.sql`
      WITH ${before} inserted AS (
        INSERT INTO ${table} (workspace_id, ${columns})
        SELECT workspace_id, ${columns} FROM ${given} AS given ${behind}
        RETURNING workspace_id, ${json} AS json, updated_at AS stamp
      )${events ? Prisma.sql`, ${events(Prisma.sql`inserted`)}` : Prisma.empty}
      ${answer}`
  }

  const blind = (lots: readonly BlindLot[], behind?: Prisma.Sql) =>
    inserting(rows.stamped(lots, updated), eventsOfBlind(lots), {
      before: Prisma.sql`${clockOf(lots)},`,
      behind,
      answer: inPlaces,
    })

  /** `changed` has the workspaces, ids and stamps of rows. What they were is only looked at where somebody is told. */
  const updating = (assignments: Prisma.Sql, changed: Prisma.Sql, events: EventsPart | undefined) => {
    const update = Prisma.sql`
      UPDATE ${table} AS current SET ${assignments}, updated_at = changed.updated_at
      FROM ${changed}${events ? Prisma.sql`, ${table} AS former` : Prisma.empty}
      WHERE current.workspace_id = changed.workspace_id AND current.id = changed.id`
    if (!events) return update
    return Prisma.sql`
      WITH updated AS (
        ${update} AND former.workspace_id = changed.workspace_id AND former.id = changed.id
        RETURNING current.workspace_id, ${jsonOf('current')} AS json, ${jsonOf('former')} AS before, current.updated_at AS stamp
      ), ${events(Prisma.sql`updated`)}`
  }

  /** Gives these columns of rows values, each row with a stamp of its own. */
  async function setColumns(
    tx: Tx,
    changing: readonly string[],
    values: readonly (Values & { id: number })[],
    told: Told | undefined,
  ) {
    if (values.length === 0) return
    const { workspaceId } = tx
    const stamped = JSON.stringify(
      values.map((row) => ({ ...row, workspace_id: workspaceId, updated_at: tx.stamp().toISOString() })),
    )
    const changed = Prisma.sql`json_populate_recordset(NULL::${table}, ${stamped}::json) AS changed`
    const events = told && ((records: Prisma.Sql) => eventsOf(told.kind, [told], records))
    const update = updating(setFrom('changed', changing), changed, events)
    await tx.sql.run`${update}${events ? Prisma.sql` SELECT` : Prisma.empty}`
  }

  return {
    name: table,
    json,

    /** Those that are answered, in their order. */
    columns: answered,

    /** A record as JSON text in this shape. */
    async byIdAs(sql: Sql, workspaceId: number, id: number, shape: Shape): Promise<string | undefined> {
      const [row] = await sql.rows({ json: text })`
        SELECT ${shape(json)} AS json FROM (
          SELECT * FROM ${table} WHERE workspace_id = ${workspaceId} AND ${notDeleted} AND id = ${id}
        ) AS page`
      return row?.json
    },

    ...readingByKeys(table, json),

    /** Inserts records with the events that tell of them, and answers each workspace its own in the same order. */
    insert: (sql: Sql, lots: readonly Lot<NewRecord>[]): Promise<StoredRecord[][]> =>
      readLots(sql, inserting(rows.of(lots, inserted), eventsOfLots(lots)), lots),

    /** The same for workspaces of which nothing is known but that the transaction takes them. */
    insertBlind: (sql: Sql, lots: readonly BlindLot[]): Promise<(StoredRecord | undefined)[][]> =>
      readPlaced(sql, blind(lots), lots),

    /**
     * The same, but for those whose external_id another record has, or which refer to what is not there, in whose place it
     * answers nothing. Moves the clocks of those only who have something written.
     */
    insertBlindWhatFits: (sql: Sql, lots: readonly BlindLot[]): Promise<(StoredRecord | undefined)[][]> =>
      readPlaced(sql, blind(lots, whatFits), lots),

    /** What `insert` does, but for those whose external_id another record has, in whose place it answers nothing. */
    insertUnlessTaken: (sql: Sql, lots: readonly Lot<NewRecord>[]): Promise<(StoredRecord | undefined)[][]> =>
      readSomeOfLots(sql, inserting(rows.of(lots, inserted), eventsOfLots(lots), { behind: unlessTaken }), lots),

    /** Replaces all writable members of records, with the events that tell of it; answers as `insert` does. */
    async update(sql: Sql, lots: readonly Lot<ChangedRecord>[]): Promise<StoredRecord[][]> {
      const changed = Prisma.sql`${rows.of(lots, ['id', 'updated_at', ...updated])} AS changed`
      const events = eventsOfLots(lots)
      const update = updating(setFrom('changed', updated), changed, events)
      const statement = events
        ? update
        : Prisma.sql`WITH updated AS (${update} RETURNING current.workspace_id, ${jsonOf('current')} AS json, current.updated_at AS stamp)`
      return readLots(sql, Prisma.sql`${statement} SELECT workspace_id, json FROM updated ${inOrder}`, lots)
    },

    /** Gives one column of rows the same value, each with a stamp of its own. */
    setColumn: (tx: Tx, ids: readonly number[], column: string, value: string | null, told: Told | undefined) =>
      setColumns(
        tx,
        [column],
        ids.map((id) => ({ id, [column]: value })),
        told,
      ),

    setColumns,

    async markDeleted({ sql, workspaceId }: Tx, id: number, stamp: Date, told: Told | undefined) {
      const update = Prisma.sql`
        UPDATE ${table} SET deleted_at = ${stamp}, updated_at = ${stamp} WHERE workspace_id = ${workspaceId} AND id = ${id}`
      const events = told && eventsOf(told.kind, [told], Prisma.sql`deleted`)
      await sql.run(
        events
          ? Prisma.sql`WITH deleted AS (${update} RETURNING workspace_id, ${tombstoneJson} AS json), ${events} SELECT`
          : update,
      )
    },
  }
}

const unlessTaken = Prisma.sql`ON CONFLICT (workspace_id, external_id) WHERE deleted_at IS NULL DO NOTHING`

/** That in which a workspace's records were given: stamps are handed out so. */
const inOrder = Prisma.sql`ORDER BY stamp`

const asInserted = Prisma.sql`SELECT workspace_id, json FROM inserted ${inOrder}`

const inPlaces = Prisma.sql`
  SELECT workspace_id, json, (extract(epoch FROM stamp - first) * 1000)::int AS place
  FROM inserted JOIN clock ON clock_workspace = workspace_id`

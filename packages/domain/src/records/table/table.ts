import { identifier, int, list, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Deriveds, Fields } from '@matterbase/schemas'

import { eventsOf } from '../../tx/events.ts'
import type { Told } from '../../tx/events.ts'
import { setFrom } from '../../tx/set-from.ts'
import type { Tx } from '../../tx/write.ts'
import type { Shape } from '../lists/related.ts'
import { columnsOf } from './columns.ts'
import { jsonBeside } from './json-beside.ts'
import { notDeleted } from './not-deleted.ts'
import { allOf, read, storedRecord } from './stored.ts'
import { tombstoneJson } from './tombstone.ts'
import type { ChangedRecord, NewRecord, StoredRecord, Values } from '../record.ts'
import { wordsOf } from './words.ts'

export type Table = ReturnType<typeof recordTable>

/** The statements of one resource's table. Everything it answers is the JSON that PostgreSQL keeps beside each row. */
export function recordTable(name: string, fields: Fields, derived: Deriveds = {}) {
  const table = identifier(name)
  const names = [...Object.keys(fields), ...Object.keys(derived)]
  const jsonOf = jsonBeside(derived)
  const json = jsonOf()
  const columns = Prisma.join([...names, 'words'].map(identifier))
  const wordsIn = wordsOf(fields)
  const rows = (records: readonly Values[]) =>
    JSON.stringify(records.map((record) => ({ ...record, words: wordsIn(record) })))

  /** `changed` has the ids and stamps of rows. What they were is only looked at where somebody is told. */
  const updating = (workspaceId: number, assignments: Prisma.Sql, changed: Prisma.Sql, told: Told | undefined) => {
    const update = Prisma.sql`
      UPDATE ${table} AS current SET ${assignments}, updated_at = changed.updated_at
      FROM ${changed}${told ? Prisma.sql`, ${table} AS former` : Prisma.empty}
      WHERE current.workspace_id = ${workspaceId} AND current.id = changed.id`
    if (!told) return update
    return Prisma.sql`
      WITH updated AS (
        ${update} AND former.workspace_id = ${workspaceId} AND former.id = changed.id
        RETURNING ${jsonOf('current')} AS json, ${jsonOf('former')} AS before, current.updated_at AS stamp
      ), ${eventsOf(workspaceId, told, Prisma.sql`updated`)}`
  }

  /** Gives these columns of rows values, each row with a stamp of its own. */
  async function setColumns(
    tx: Tx,
    changing: readonly string[],
    values: readonly (Values & { id: number })[],
    told: Told | undefined,
  ) {
    if (values.length === 0) return
    const stamped = JSON.stringify(values.map((row) => ({ ...row, updated_at: tx.stamp().toISOString() })))
    const changed = Prisma.sql`json_populate_recordset(NULL::${table}, ${stamped}::json) AS changed`
    const update = updating(tx.workspaceId, setFrom('changed', changing), changed, told)
    await tx.sql.run`${update}${told ? Prisma.sql` SELECT` : Prisma.empty}`
  }

  return {
    name: table,
    json,

    /** Those that are answered, in their order. */
    columns: columnsOf(fields, derived),

    byIds(sql: Sql, workspaceId: number, ids: readonly number[]): Promise<StoredRecord[]> {
      return read(
        sql,
        Prisma.sql`SELECT ${json} AS json FROM ${table} WHERE workspace_id = ${workspaceId} AND ${notDeleted} AND id = ANY (${list(ids, 'bigint')})`,
      )
    },

    /** A record as JSON text in this shape. */
    async byIdAs(sql: Sql, workspaceId: number, id: number, shape: Shape): Promise<string | undefined> {
      const [row] = await sql.rows({ json: text })`
        SELECT ${shape(json)} AS json FROM (
          SELECT * FROM ${table} WHERE workspace_id = ${workspaceId} AND ${notDeleted} AND id = ${id}
        ) AS page`
      return row?.json
    },

    /** Records of any workspaces by their id or external_id, in the order of what is asked; undefined where there is none. */
    async byKeys(
      sql: Sql,
      column: 'id' | 'external_id',
      keys: readonly { readonly workspaceId: number; readonly key: string | number }[],
    ): Promise<(StoredRecord | undefined)[]> {
      const workspaces = list(
        keys.map(({ workspaceId }) => workspaceId),
        'int',
      )
      const asked = list(
        keys.map(({ key }) => key),
        column === 'id' ? 'bigint' : 'text',
      )
      const rows = await sql.rows({ place: int, json: text })`
        SELECT asked_place::int AS place, ${json} AS json
        FROM unnest(${workspaces}, ${asked}) WITH ORDINALITY AS asked (asked_workspace, asked_key, asked_place)
        JOIN ${table} ON workspace_id = asked_workspace AND ${identifier(column)} = asked_key AND ${column === 'id' ? notDeleted : Prisma.sql`deleted_at IS NULL`}`
      const found = new Map(rows.map(({ place, json: text }) => [place, storedRecord(text)]))
      return keys.map((_key, at) => found.get(at + 1))
    },

    byExternalIds(sql: Sql, workspaceId: number, ids: readonly string[]): Promise<StoredRecord[]> {
      return read(
        sql,
        Prisma.sql`SELECT ${json} AS json FROM ${table} WHERE workspace_id = ${workspaceId} AND deleted_at IS NULL AND external_id = ANY (${list(ids, 'text')})`,
      )
    },

    /** Inserts records with the events that tell of them, and answers them in the same order. */
    async insert(
      sql: Sql,
      workspaceId: number,
      records: readonly NewRecord[],
      told: Told | undefined,
    ): Promise<StoredRecord[]> {
      const events = told ? Prisma.sql`, ${eventsOf(workspaceId, told, Prisma.sql`inserted`)}` : Prisma.empty
      const written = await read(
        sql,
        Prisma.sql`
          WITH inserted AS (
            INSERT INTO ${table} (workspace_id, ${columns}, created_at, updated_at)
            SELECT ${workspaceId}, ${columns}, created_at, updated_at FROM json_populate_recordset(NULL::${table}, ${rows(records)}::json)
            RETURNING ${json} AS json, updated_at AS stamp
          )${events} SELECT json FROM inserted ${inOrder}`,
      )
      return allOf(records, written)
    },

    /** Replaces all writable members of records, with the events that tell of it, and answers them in the same order. */
    async update(
      sql: Sql,
      workspaceId: number,
      records: readonly ChangedRecord[],
      told: Told | undefined,
    ): Promise<StoredRecord[]> {
      const changed = Prisma.sql`json_populate_recordset(NULL::${table}, ${rows(records)}::json) AS changed`
      const update = updating(workspaceId, setFrom('changed', [...names, 'words']), changed, told)
      const updated = told
        ? update
        : Prisma.sql`WITH updated AS (${update} RETURNING ${jsonOf('current')} AS json, current.updated_at AS stamp)`
      return allOf(records, await read(sql, Prisma.sql`${updated} SELECT json FROM updated ${inOrder}`))
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
      const events = told && eventsOf(workspaceId, told, Prisma.sql`deleted`)
      await sql.run(
        events ? Prisma.sql`WITH deleted AS (${update} RETURNING ${tombstoneJson} AS json), ${events} SELECT` : update,
      )
    },
  }
}

/** That in which they were given: stamps are handed out so. */
const inOrder = Prisma.sql`ORDER BY stamp`

import { identifier, int, list, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { storedRecord } from '../record.ts'
import type { StoredRecord } from '../record.ts'
import { notDeleted } from './not-deleted.ts'

/** Which record of which workspace. */
export interface RecordKey<K extends string | number = string | number> {
  readonly workspaceId: number
  readonly key: K
}

/** Reads records by their IDs or external_ids, as this JSON. */
export function readingByKeys(table: Prisma.Sql, json: Prisma.Sql) {
  async function read(sql: Sql, condition: Prisma.Sql): Promise<StoredRecord[]> {
    const found = await sql.rows({ json: text })`SELECT ${json} AS json FROM ${table} WHERE ${condition}`
    return found.map((row) => storedRecord(row.json))
  }

  return {
    byIds: (sql: Sql, workspaceId: number, ids: readonly number[]) =>
      read(sql, Prisma.sql`workspace_id = ${workspaceId} AND ${notDeleted} AND id = ANY (${list(ids, 'bigint')})`),

    byExternalIds: (sql: Sql, workspaceId: number, ids: readonly string[]) =>
      read(
        sql,
        Prisma.sql`workspace_id = ${workspaceId} AND deleted_at IS NULL AND external_id = ANY (${list(ids, 'text')})`,
      ),

    /** Records of any workspaces, in the order of the keys; undefined for one that does not exist. */
    async byKeys(
      sql: Sql,
      column: 'id' | 'external_id',
      keys: readonly RecordKey[],
    ): Promise<readonly (StoredRecord | undefined)[]> {
      if (keys.length === 0) return []
      const workspaces = list(
        keys.map(({ workspaceId }) => workspaceId),
        'int',
      )
      const values = list(
        keys.map(({ key }) => key),
        column === 'id' ? 'bigint' : 'text',
      )
      const rows = await sql.rows({ place: int, json: text })`
        SELECT asked_place::int AS place, ${json} AS json
        FROM unnest(${workspaces}, ${values}) WITH ORDINALITY AS asked (asked_workspace, asked_key, asked_place)
        JOIN ${table} ON workspace_id = asked_workspace AND ${identifier(column)} = asked_key AND ${column === 'id' ? notDeleted : Prisma.sql`deleted_at IS NULL`}`
      const found = new Map(rows.map(({ place, json: text }) => [place, storedRecord(text)]))
      return keys.map((_key, at) => found.get(at + 1))
    },
  }
}

import { identifier, int, list, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { storedRecord } from '../record.ts'
import type { StoredRecord } from '../record.ts'
import { notDeleted } from './not-deleted.ts'

type KeyColumn = 'id' | 'external_id'

interface Key {
  readonly workspaceId: number
  readonly key: string | number
}

/** What one of several workspaces asks for. */
interface KeysOf<K> {
  readonly workspaceId: number
  readonly keys: readonly K[]
}

/** Reads records by their IDs or external_ids, as this JSON. */
export function readingByKeys(table: Prisma.Sql, json: Prisma.Sql) {
  async function read(sql: Sql, condition: Prisma.Sql): Promise<StoredRecord[]> {
    const found = await sql.rows({ json: text })`SELECT ${json} AS json FROM ${table} WHERE ${condition}`
    return found.map((row) => storedRecord(row.json))
  }

  /** By their id or external_id, in the order of what is asked; undefined where there is none. */
  async function byKeys(sql: Sql, column: KeyColumn, keys: readonly Key[]): Promise<(StoredRecord | undefined)[]> {
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
  }

  /** Each workspace's own, without places for those that are not there. */
  async function byKeysOfAll(sql: Sql, column: KeyColumn, asked: readonly KeysOf<string | number>[]) {
    const keys = asked.flatMap(({ workspaceId, keys: own }) => own.map((key) => ({ workspaceId, key })))
    const found = await byKeys(sql, column, keys)
    let next = 0
    return asked.map(({ keys: own }) =>
      found.slice(next, (next += own.length)).filter((record) => record !== undefined),
    )
  }

  return {
    byIds: (sql: Sql, workspaceId: number, ids: readonly number[]) =>
      read(sql, Prisma.sql`workspace_id = ${workspaceId} AND ${notDeleted} AND id = ANY (${list(ids, 'bigint')})`),

    byExternalIds: (sql: Sql, workspaceId: number, ids: readonly string[]) =>
      read(
        sql,
        Prisma.sql`workspace_id = ${workspaceId} AND deleted_at IS NULL AND external_id = ANY (${list(ids, 'text')})`,
      ),

    byKeys,
    byIdsOfAll: (sql: Sql, asked: readonly KeysOf<number>[]) => byKeysOfAll(sql, 'id', asked),
    byExternalIdsOfAll: (sql: Sql, asked: readonly KeysOf<string>[]) => byKeysOfAll(sql, 'external_id', asked),
  }
}

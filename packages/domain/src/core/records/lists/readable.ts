import { identifier, jsonOf, list as idList, text } from '@matterbase/db'
import type { ColumnKind, Prisma, Sql } from '@matterbase/db'
import { withTag } from '../tag.ts'
import { notFound } from '../../verbs/refused.ts'
import { exportRecords } from './export.ts'
import { readPage } from './list.ts'
import type { Page, PageOf } from './list.ts'
import { recordListing } from './record-list.ts'
import type { RecordListOptions, RecordQuery } from './record-list.ts'
import type { Shape } from './related.ts'

interface ReadableOptions {
  /** `credit-notes` */
  readonly path: string
  /** `credit note` */
  readonly noun: string
  /** Its rows, with a `workspace_id`, the stamps of records and a `deleted_at`. */
  readonly table: Prisma.Sql
  /** The columns of responses. The first one is the ID. */
  readonly columns: Readonly<Record<string, ColumnKind>>
  readonly filters: (workspaceId: number) => RecordListOptions['filters']
  /** Parts that `expand` adds: expressions of JSON text over a row of `page`. Default: none. */
  readonly contents?: Readonly<Record<string, Prisma.Sql>>
  readonly tombstone?: RecordListOptions['tombstone']
  readonly sorts?: RecordListOptions['sorts']
}

export type Readable = ReturnType<typeof readable>

/** Reads records that have no table of their own form, and that verbs of their own write. */
export function readable({ path, noun, table, tombstone, filters, sorts, ...options }: ReadableOptions) {
  const columns = withTag(options.columns)
  const whole = jsonOf(columns)
  const [id = 'id'] = Object.keys(columns)
  const as = (shape: Shape | undefined) => (shape ? shape(whole) : whole)
  return {
    columns,
    contents: options.contents,

    list(page: Omit<PageOf, 'scope'>, workspaceId: number, query: RecordQuery, shape?: Shape): Promise<Page> {
      const rows = { table, id, json: as(shape), tombstone, filters: filters(workspaceId), sorts }
      const listing = recordListing(workspaceId, rows)
      return readPage({ ...page, scope: `lists/${workspaceId}/${path}` }, query, listing)
    },

    /** @throws RefusedError not_found. */
    async get(sql: Sql, workspaceId: number, wanted: number, shape?: Shape): Promise<string> {
      const [row] = await sql.rows({ json: text })`
        SELECT ${as(shape)} AS json FROM (
          SELECT * FROM ${table} WHERE workspace_id = ${workspaceId} AND ${identifier(id)} = ${wanted} AND deleted_at IS NULL
        ) AS page`
      if (!row) throw notFound(`No ${noun} ${wanted} in this workspace.`)
      return row.json
    },

    /** Records as JSON text by ID, without those that do not exist. */
    async byIds(sql: Sql, workspaceId: number, ids: readonly bigint[]): Promise<ReadonlyMap<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await sql.rows({ id: text, json: text })`
        SELECT ${identifier(id)}::text AS id, ${whole} AS json FROM (
          SELECT * FROM ${table}
          WHERE workspace_id = ${workspaceId} AND ${identifier(id)} = ANY (${idList(ids, 'bigint')}) AND deleted_at IS NULL
        ) AS page`
      return new Map(rows.map((row) => [row.id, row.json]))
    },

    /** @param sql of a snapshot. @throws as `exportRecords`. */
    export: (sql: Sql, workspaceId: number, ofCopy?: string) =>
      exportRecords(sql, workspaceId, { table, id, json: whole }, ofCopy),
  }
}

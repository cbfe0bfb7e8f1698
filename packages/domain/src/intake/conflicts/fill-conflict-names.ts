import { identifier, list, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { countLeft, workspacesWhere } from '../../core/backfills/backfill.ts'
import type { Backfill } from '../../core/backfills/backfill.ts'
import { conflictNamesOf, nameColumnsOf, namedTables } from '../../core/names/conflict-names.ts'
import type { NamedTable } from '../../core/names/conflict-names.ts'
import type { Values } from '../../core/records/record.ts'
import { isLeft } from './left-names.ts'

const idOf = (table: NamedTable) => identifier(table === 'leads' ? 'lead_id' : 'id')

const each = (select: (table: Prisma.Sql) => Prisma.Sql, between: string) =>
  Prisma.join(
    namedTables.map((table) => select(identifier(table))),
    between,
  )

/** Stores the names that a conflict check finds. A check finds those of rows that are not filled too, more slowly. */
export const fillConflictNames: Backfill = {
  name: 'names for conflict checks',
  isRepeated: true,

  find: (db) =>
    workspacesWhere(
      db,
      Prisma.sql`id IN (${each((table) => Prisma.sql`SELECT workspace_id FROM ${table} WHERE ${isLeft}`, ' UNION ')})`,
    ),

  // An index contains only rows that are not filled, so the next ones are the first of it.
  async fill({ sql, workspaceId }, { after, limit }) {
    for (const table of namedTables) {
      const count = await fillSome(sql, workspaceId, table, limit)
      if (count > 0) return after + count
    }
    return undefined
  },

  count: (db) =>
    countLeft(
      db,
      each((table) => Prisma.sql`SELECT ${isLeft} AS is_left FROM ${table}`, ' UNION ALL '),
    ),
}

async function fillSome(sql: Sql, workspaceId: number, table: NamedTable, limit: number): Promise<number> {
  const [name, id] = [identifier(table), idOf(table)]
  const namesOf = conflictNamesOf(table)
  const columns = Prisma.join(nameColumnsOf(table).map(identifier))
  const rows = await sql.rows({ id: text, json: text })`
    SELECT id, row_to_json(named)::text AS json FROM (
      SELECT ${id}::text AS id, ${columns} FROM ${name} WHERE workspace_id = ${workspaceId} AND ${isLeft}
      ORDER BY ${id} LIMIT ${limit}
    ) AS named`
  if (rows.length === 0) return 0
  const ids = rows.map((row) => row.id)
  const names = rows.map(({ json }) => namesOf(workspaceId, JSON.parse(json) as Values))
  return sql.run`
    UPDATE ${name} AS filled SET conflict_names = names::tsvector
    FROM unnest(${list(ids, 'text')}, ${list(names, 'text')}) AS given (given_id, names)
    WHERE workspace_id = ${workspaceId} AND filled.${id} = given_id::${Prisma.raw(table === 'leads' ? 'uuid' : 'bigint')}`
}

import { identifier, list, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { conflictNamesOf, nameColumnsOf, namedTables } from '../../core/names/conflict-names.ts'
import type { NamedTable } from '../../core/names/conflict-names.ts'
import type { Values } from '../../core/records/record.ts'

const idOf = (table: NamedTable) => identifier(table === 'leads' ? 'lead_id' : 'id')

/** Fills the conflict names of some rows of an earlier version. Returns their number; 0 when none is left. */
export async function fillSomeNames(sql: Sql, workspaceId: number, limit: number): Promise<number> {
  for (const table of namedTables) {
    const count = await fillSome(sql, workspaceId, table, limit)
    if (count > 0) return count
  }
  return 0
}

async function fillSome(sql: Sql, workspaceId: number, table: NamedTable, limit: number): Promise<number> {
  const [name, id] = [identifier(table), idOf(table)]
  const namesOf = conflictNamesOf(table)
  const columns = Prisma.join(nameColumnsOf(table).map(identifier))
  const rows = await sql.rows({ id: text, json: text })`
    SELECT id, row_to_json(named)::text AS json FROM (
      SELECT ${id}::text AS id, ${columns} FROM ${name} WHERE workspace_id = ${workspaceId} AND conflict_names IS NULL
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

import { bigint, identifier, list, Prisma, text } from '@matterbase/db'
import { clientName, matterTitle } from './lists/sort-keys.ts'
import type { Tx } from '../write/transaction.ts'

/** How people and other programs name a record. */
export interface NamedBy {
  readonly table: 'clients' | 'matters'
  readonly by: 'external_id' | 'number' | 'name'
}

// As in the indexes by which lists are sorted.
const nameKeys = { clients: clientName.key, matters: matterTitle.key }

const asked = Prisma.sql`asked_name`

function isNamed({ table, by }: NamedBy): Prisma.Sql {
  if (by !== 'name') return Prisma.sql`${identifier(by)} = ${asked}`
  return Prisma.sql`${nameKeys[table]} = left(lower(normalize(${asked}, NFKD)), 100) COLLATE "C"`
}

/** The IDs of the records that each name means, by the name. Names of records are compared without regard to case. */
export async function findNamed(
  { sql, workspaceId }: Pick<Tx, 'sql' | 'workspaceId'>,
  { table, by }: NamedBy,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const distinct = [...new Set(names)].filter((name) => name !== '' && !name.includes('\0') && name.isWellFormed())
  if (distinct.length === 0) return new Map()
  const rows = await sql.rows({ name: text, id: bigint })`
    SELECT asked_name AS name, id FROM unnest(${list(distinct, 'text')}) AS given (asked_name)
    JOIN ${identifier(table)} ON workspace_id = ${workspaceId} AND deleted_at IS NULL AND ${isNamed({ table, by })}
    ORDER BY id`
  const found = new Map<string, number[]>()
  for (const { name, id } of rows) found.set(name, [...(found.get(name) ?? []), Number(id)])
  return found
}

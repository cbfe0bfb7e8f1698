import { identifier, Prisma } from '@matterbase/db'
import { inSight, written } from './condition.ts'
import type { Condition } from './condition.ts'
import type { Position } from './cursor.ts'
import type { Related } from './sort-keys.ts'

/** The parts of a listing that this needs. */
interface Listed {
  readonly table: Prisma.Sql
  readonly id: string
  readonly conditions: readonly Condition[]
  readonly workspaceId?: number
}

interface Wanted {
  readonly list: Listed
  readonly related: Related
  readonly descending: boolean
  /** Where the page before ended. */
  readonly after: Position | undefined
  readonly limit: number
  readonly offset: number
}

/**
 * The rows of a page by the name of what they refer to, those that refer to nothing before all others. The related
 * records are walked by the index of their names, and of each at most a page of rows is read by the index of the
 * reference: left to itself PostgreSQL joins and sorts all rows, or worse where most refer to the same record.
 */
export function rowsByRelated({ list, related, descending, after, limit, offset }: Wanted): Prisma.Sql {
  const { table, conditions, workspaceId } = list
  if (workspaceId === undefined) throw new Error('A list by what is related belongs to a workspace')
  const [way, compare] = descending ? [Prisma.sql`DESC`, Prisma.sql`<`] : [Prisma.sql`ASC`, Prisma.sql`>`]
  const id = identifier(list.id)
  const reference = identifier(related.column)
  const where = Prisma.join(
    conditions.map((each) => written(each, inSight)),
    ' AND ',
  )
  const order = Prisma.sql`ORDER BY related_name ${way}, ${id} ${way}`
  // With the reference, which is the same in all of them: no other index has this order.
  const ofOne = Prisma.sql`ORDER BY ${reference} ${way}, ${id} ${way} LIMIT ${limit + offset}`
  const afterId = Prisma.sql`${after?.id}::text::bigint`
  const last = descending ? Prisma.sql`9223372036854775807` : Prisma.sql`-1`
  const begin = after ? Prisma.sql`CASE WHEN related_name = ${after.key}::text THEN ${afterId} ELSE ${last} END` : last
  const isNamed = after ? Prisma.sql`AND ${related.name} ${compare}= ${after.key}::text` : Prisma.empty
  return Prisma.sql`
    SELECT * FROM ((
      SELECT page.*, related_name FROM (
        SELECT id AS related_id, ${related.name} AS related_name FROM ${identifier(related.table)}
        WHERE workspace_id = ${workspaceId} ${isNamed}
      ) AS related CROSS JOIN LATERAL (
        SELECT * FROM ${table}
        WHERE ${where} AND (${reference}, ${id}) ${compare} (related_id, ${begin}) AND ${reference} ${descending ? Prisma.sql`>=` : Prisma.sql`<=`} related_id
        ${ofOne}
      ) AS page ${order} LIMIT ${limit + offset}
    ) UNION ALL (
      SELECT *, '' COLLATE "C" AS related_name FROM ${table}
      WHERE ${where} AND ${reference} IS NULL ${namelessAfter()} ${ofOne}
    )) AS named ${order} LIMIT ${limit} OFFSET ${offset}`

  /** Records without a reference come first or last. */
  function namelessAfter() {
    if (!after || (after.key !== '' && descending)) return Prisma.empty
    return after.key === '' ? Prisma.sql`AND ${id} ${compare} ${afterId}` : Prisma.sql`AND false`
  }
}

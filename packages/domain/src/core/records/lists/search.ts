import { bigint, plannedEachTime, Prisma, texts } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { words } from '../../tx/words.ts'
import { haveParts, idsOfNewest } from './parts.ts'

interface Searched {
  readonly table: Prisma.Sql
  readonly workspaceId: number
  readonly q: string
}

/** Above so many records a page of them is found soon by looking at records in order. */
const few = 1_000

/**
 * Records that have all words of `q`, or of the newest ones those that have them as parts of words. Where these are few,
 * they are named by their ids; where they are many, each record of the list is looked at.
 */
export async function searched(sql: Sql, { table, workspaceId, q }: Searched): Promise<Prisma.Sql> {
  const all = words(q)
  const parts = haveParts(q)
  const found = await sql.rows({ id: bigint })(idsOfNewest(table, workspaceId, parts, few + 1))
  if (found.length > few) return Prisma.sql`(${parts}) ${plannedEachTime}`
  const ids = found.map(({ id }) => id)
  return Prisma.sql`(id = ANY (${ids}::bigint[]) OR (${haveWords(all, await rareAmong(sql, table, all))}))`
}

/** The search terms that are not common by PostgreSQL's statistics of the table. */
async function rareAmong(sql: Sql, table: Prisma.Sql, all: readonly string[]): Promise<readonly string[]> {
  const [known] = await sql.rows({ rare: texts })`
    SELECT coalesce(ARRAY(
      SELECT unnest(${all}::text[]) EXCEPT SELECT unnest(most_common_elems::text::text[])
    ), '{}') AS rare
    FROM pg_stats
    WHERE schemaname = current_schema() AND tablename = (parse_ident(${table.sql}::text))[1] AND attname = 'words'`
  return known?.rare ?? []
}

/**
 * Records that have all of these words. Their index finds those of a word that few have; for one that is in most, to look
 * at records in order is less. PostgreSQL knows the common ones, and takes any other for one that can be in a
 * two-hundredth: of a million records it would look at each in the hope of a page of them. Asked for twice, a rare word is
 * rare to it.
 */
function haveWords(all: readonly string[], rare: readonly string[]): Prisma.Sql {
  const both = all.filter((word) => rare.includes(word))
  const again = both.length > 0 ? Prisma.sql`AND words && ${both}::text[]` : Prisma.empty
  return Prisma.sql`words @> ${all}::text[] ${again} ${plannedEachTime}`
}

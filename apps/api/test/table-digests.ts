import { text, texts } from '@matterbase/db'
import type { TestDb } from '@matterbase/db/testing'

interface Which {
  /** Only tables that have this column. */
  readonly having?: string
  readonly except?: readonly string[]
}

/**
 * Answers what tells whether any row of the tables has changed: how many each has, and a digest of them. All in
 * one statement. When somebody was last seen is no change: it is noted once a minute, whatever they do.
 */
export async function tableDigests(db: TestDb, { having = '', except = [] }: Which = {}) {
  const tables = await db.rows({ name: text, columns: texts })`
    SELECT table_name::text AS name, array_agg(column_name::text) AS columns
    FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      AND NOT (SELECT relispartition FROM pg_class WHERE oid = to_regclass(quote_ident(table_name)))
    GROUP BY table_name ORDER BY table_name`
  const digests = tables
    .filter(({ name, columns }) => !except.includes(name) && (having === '' || columns.includes(having)))
    .map(({ name, columns }) => {
      const row = columns.includes('seen_at') ? `(to_jsonb(t) - 'seen_at')::text` : 't::text'
      return `SELECT '${name}' AS name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(${row}, 0)), 0) AS rows FROM "${name}" AS t`
    })
    .join(' UNION ALL ')
  return async (): Promise<Record<string, string>> => {
    const found = await db.$queryRawUnsafe<{ name: string; rows: string }[]>(digests)
    return Object.fromEntries(found.map(({ name, rows }) => [name, rows]))
  }
}

import type { Client } from 'pg'

/** Facts about tables and functions from PostgreSQL's catalog. */
export interface Catalog {
  /** True if it has a workspace_id. */
  isTenant(table: string): boolean
  /** The table that it is a partition of, or itself. */
  wholeOf(table: string): string
  /** In their order. */
  columnsOf(table: string): ReadonlySet<string>
  /** The columns that unique indexes begin with. */
  keysOf(table: string): ReadonlySet<string>
  /** The most that a function of this name may do: `i` is immutable, `s` stable, `v` volatile. */
  volatilityOf(name: string): string | undefined
  /** Functions that read a workspace's rows: it is their first parameter. */
  readonly ofWorkspaces: ReadonlyMap<string, { readonly parameters: readonly string[]; readonly body: string }>
}

export async function readCatalog(client: Client): Promise<Catalog> {
  const { rows: tables } = await client.query<{ name: string; whole: string; columns: string[]; keys: string[] }>(`
    SELECT relname::text AS name, coalesce((SELECT relname::text FROM pg_class AS root WHERE root.oid = pg_partition_root(pg_class.oid)), relname::text) AS whole,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped ORDER BY attnum) AS columns,
      ARRAY(SELECT attname::text FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
        WHERE indrelid = pg_class.oid AND indisunique) AS keys
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')`)
  const { rows: functions } = await client.query<{ name: string; volatility: string }>(`
    SELECT proname::text AS name, max(provolatile::text) AS volatility FROM pg_proc GROUP BY proname`)
  const { rows: ours } = await client.query<{ name: string; parameters: string[]; body: string }>(`
    SELECT proname::text AS name, proargnames[1:pronargs] AS parameters, prosrc AS body FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND proargnames[1] = 'workspace'`)
  const byName = new Map(
    tables.map(({ name, whole, columns, keys }) => [name, { whole, columns: new Set(columns), keys: new Set(keys) }]),
  )
  const volatility = new Map(functions.map((each) => [each.name, each.volatility]))
  return {
    isTenant: (table) => byName.get(table)?.columns.has('workspace_id') ?? false,
    wholeOf: (table) => byName.get(table)?.whole ?? table,
    columnsOf: (table) => byName.get(table)?.columns ?? new Set(),
    keysOf: (table) => byName.get(table)?.keys ?? new Set(),
    volatilityOf: (name) => volatility.get(name),
    ofWorkspaces: new Map(ours.map(({ name, ...rest }) => [name, rest])),
  }
}

import { bigint, filled, identifier, int, Prisma, text, texts } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { accountLimits } from './account-limits.ts'
import { noteFull } from './note-full.ts'
import { measuredTables } from './stored-tables.ts'

interface Measured {
  readonly workspaceId: number
  readonly ownerUuid: string
}

const kinds = [...new Set(measuredTables.map(({ kind }) => kind))]

/** Workspaces that have changed since they were measured: once an hour, those of a full account once a minute. */
export async function workspacesToMeasure(sql: Sql): Promise<Measured[]> {
  return sql.rows({ workspaceId: int, ownerUuid: text })`
    SELECT workspaces.id AS "workspaceId", owner_uuid::text AS "ownerUuid" FROM workspaces
    LEFT JOIN storage_usage AS usage ON usage.workspace_id = workspaces.id AND usage.kind = 'records'
    WHERE measured_at IS NULL OR (change_clock > measured_at
      AND measured_at < now() - CASE WHEN is_full THEN interval '1 minute' ELSE interval '1 hour' END)
    ORDER BY measured_at NULLS FIRST LIMIT 20`
}

/** Measures the records of a workspace, and notes whether its account stores more than it may. */
export async function measureStorage(sql: Sql, { workspaceId, ownerUuid }: Measured): Promise<void> {
  const columns = await columnsOf(sql)
  const sizes = new Map(kinds.map((kind) => [kind, { rows: 0n, bytes: 0n }]))
  for (const { table, kind } of measuredTables) {
    const size = Prisma.join(
      (columns.get(table) ?? []).map((column) => Prisma.sql`coalesce(pg_column_size(${identifier(column)}), 0)`),
      ' + ',
    )
    const [found] = await sql.rows({ rows: filled(bigint), bytes: filled(bigint) })`
      SELECT count(*) AS rows, coalesce(sum(${size}), 0)::bigint AS bytes FROM ${identifier(table)} WHERE workspace_id = ${workspaceId}`
    const { rows, bytes } = sizes.get(kind) ?? { rows: 0n, bytes: 0n }
    sizes.set(kind, { rows: rows + (found?.rows ?? 0n), bytes: bytes + (found?.bytes ?? 0n) })
  }
  for (const [kind, { rows, bytes }] of sizes)
    await sql.run`
      INSERT INTO storage_usage (workspace_id, kind, rows, bytes, measured_at)
      VALUES (${workspaceId}, ${kind}, ${rows}, ${bytes}, now())
      ON CONFLICT (workspace_id, kind) DO UPDATE SET rows = excluded.rows, bytes = excluded.bytes, measured_at = excluded.measured_at`
  const { maxBytes } = await accountLimits(sql, ownerUuid)
  await noteFull(sql, ownerUuid, maxBytes)
}

/** The columns of each measured table. */
async function columnsOf(sql: Sql): Promise<Map<string, string[]>> {
  const rows = await sql.rows({ name: text, columns: filled(texts) })`
    SELECT relname::text AS name,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped) AS columns
    FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ANY (${measuredTables.map(({ table }) => table)}::text[])`
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

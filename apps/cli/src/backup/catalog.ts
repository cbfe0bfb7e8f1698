import type { ClientBase } from 'pg'
import type { Head } from './frames.ts'

export interface Table {
  readonly name: string
  /** All but those that PostgreSQL makes of the others. */
  readonly columns: readonly string[]
  /** The columns that contain bytes. */
  readonly binary: readonly string[]
}

// An extension creates its own objects.
const ours = (relation: string) => `${relation}.relnamespace = current_schema()::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = ${relation}.oid AND deptype = 'e')`

/** The tables of the schema, all but the ledger of migrations. Partitions are read and written through their table. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT relname::text AS name, array_agg(attname::text ORDER BY attnum) AS columns,
            coalesce(array_agg(attname::text) FILTER (WHERE atttypid = 'bytea'::regtype), '{}') AS binary
     FROM pg_class AS relation JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relname <> '_prisma_migrations' AND ${ours('relation')}
     GROUP BY relation.oid ORDER BY relname`,
  )
  return rows
}

/** Tables that an empty database does not have: in the schema, or the queues' own. */
export async function listAll(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relation.oid::regclass::text AS name FROM pg_class AS relation
     WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND (${ours('relation')} OR relnamespace = to_regnamespace('bullmq')) ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** The sequences and how far they are, which is never behind the rows of a snapshot that was taken before. */
export async function readSequences(client: ClientBase): Promise<Head['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class AS relation WHERE relkind = 'S' AND ${ours('relation')} ORDER BY relname`,
  )
  const found: Head['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value::text, is_called FROM ${client.escapeIdentifier(name)}`,
    )
    for (const row of state.rows) found.push({ name, ...row })
  }
  return found
}

/** How far a restore moves each sequence. An ID that was given out since the backup must not be given out again. */
const idGap = 1_000_000

/** Moves the sequences that the schema has past every ID that may have been given out. */
export async function setSequences(client: ClientBase, sequences: Head['sequences']): Promise<void> {
  for (const { name, last_value } of sequences)
    await client.query(
      `SELECT setval(relation.oid::regclass, least($2::bigint + ${idGap}, seqmax)) FROM pg_class AS relation
       JOIN pg_sequence ON seqrelid = relation.oid WHERE relkind = 'S' AND relname = $1 AND ${ours('relation')}`,
      [name, last_value],
    )
}

/** Moves all sequences of the schema by the same gap. */
export async function raiseSequences(client: ClientBase): Promise<void> {
  await setSequences(client, await readSequences(client))
}

/**
 * Takes indexes, foreign keys and triggers of all tables away, as rows go in faster without and in any order.
 *
 * @returns puts them back, which checks all rows.
 */
export async function loosen(client: ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS off,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) AS on
     FROM pg_constraint AS c JOIN pg_class AS relation ON relation.oid = conrelid
     WHERE contype = 'f' AND conparentid = 0 AND ${ours('relation')}
     UNION ALL
     -- Of a partitioned table PostgreSQL says ONLY, which would leave its partitions without. Their names follow from the
     -- order in which they are made.
     (SELECT format('DROP INDEX %s', indexrelid::regclass), replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
     FROM pg_index JOIN pg_class AS relation ON relation.oid = indrelid
     WHERE NOT relation.relispartition AND ${ours('relation')} AND NOT indisreplident
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
     ORDER BY indexrelid DESC)
     UNION ALL
     SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname),
            format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname)
     FROM pg_trigger JOIN pg_class AS relation ON relation.oid = tgrelid
     WHERE NOT tgisinternal AND tgenabled = 'O' AND ${ours('relation')}`,
  )
  for (const { off } of rows) await client.query(off)
  return async () => {
    // Foreign keys last: they need the indexes of what they refer to.
    for (const { on } of rows.toReversed()) await client.query(on)
  }
}

import type { Pool, PoolClient } from 'pg'

import type { Matter, Matterbase, SyncBatch, SyncCheckpoint } from '@matterbase/sdk'

const tables = `
  CREATE TABLE IF NOT EXISTS matters_copy (
    id bigint PRIMARY KEY,
    external_id text,
    title text NOT NULL,
    status text NOT NULL,
    updated_at timestamptz NOT NULL,
    record jsonb NOT NULL
  );
  CREATE TABLE IF NOT EXISTS sync_checkpoints (resource text PRIMARY KEY, checkpoint jsonb NOT NULL)`

const upsert = `
  INSERT INTO matters_copy (id, external_id, title, status, updated_at, record)
  SELECT (m->>'id')::bigint, m->>'external_id', m->>'title', m->>'status', (m->>'updated_at')::timestamptz, m
  FROM jsonb_array_elements($1::jsonb) AS m
  ON CONFLICT (id) DO UPDATE SET
    external_id = excluded.external_id, title = excluded.title, status = excluded.status,
    updated_at = excluded.updated_at, record = excluded.record`

export interface Changes {
  changed: number
  deleted: number
}

/** Updates the copy. You can interrupt it, because the next run continues after the last saved batch. */
export async function refreshCopy(mb: Pick<Matterbase, 'matters'>, pool: Pool): Promise<Changes> {
  await pool.query(tables)
  const changes: Changes = { changed: 0, deleted: 0 }
  for await (const batch of mb.matters.sync({ checkpoint: await lastCheckpoint(pool), export: true })) {
    await inTransaction(pool, (client) => save(client, batch))
    changes.changed += batch.items.length
    changes.deleted += batch.deleted.length
  }
  return changes
}

async function lastCheckpoint(pool: Pool): Promise<SyncCheckpoint | undefined> {
  const { rows } = await pool.query<{ checkpoint: SyncCheckpoint }>(
    "SELECT checkpoint FROM sync_checkpoints WHERE resource = 'matters'",
  )
  return rows[0]?.checkpoint
}

/** Saves the records and their checkpoint in one transaction. */
async function save(client: PoolClient, { items, deleted, checkpoint, reset }: SyncBatch<Matter>): Promise<void> {
  // The server was restored from a backup, or its sample data was reset.
  if (reset) await client.query('DELETE FROM matters_copy')
  await client.query(upsert, [JSON.stringify(items)])
  await client.query('DELETE FROM matters_copy WHERE id = ANY($1)', [deleted.map(({ id }) => id)])
  await client.query(
    `INSERT INTO sync_checkpoints (resource, checkpoint) VALUES ('matters', $1)
     ON CONFLICT (resource) DO UPDATE SET checkpoint = excluded.checkpoint`,
    [JSON.stringify(checkpoint)],
  )
}

async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await work(client)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

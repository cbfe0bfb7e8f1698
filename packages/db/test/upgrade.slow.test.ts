import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { int } from '../src/client/columns.ts'
import { diffSchema } from '../scripts/schema-diff.ts'
import { migrationsFolder } from '../src/migrations/files.ts'
import { migrate } from '../src/migrations/migrate.ts'
import { createTestDatabase } from '../src/testing/index.ts'

const firstSet = ['20261120000000_init', '20261120000001_webhook_storage']
const rows = 2_000
const writers = 4

// What a program of that time sends for a record that it makes and changes.
const write = `
  BEGIN;
  INSERT INTO matters (workspace_id, title, status, words, created_at, updated_at)
  VALUES (1, 'Beside', 'In Progress', '{beside}', now(), now());
  UPDATE matters SET description = 'changed' WHERE workspace_id = 1 AND id = currval('matters_id_seq') AND deleted_at IS NULL;
  INSERT INTO time_entries (workspace_id, case_id, is_billable, status, created_at, updated_at)
  VALUES (1, currval('matters_id_seq'), true, 'pending', now(), now());
  INSERT INTO events (workspace_id, id, kind, data, created_at) VALUES (1, gen_random_uuid(), 'matter.created', '{}', now());
  INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, created_at)
  SELECT workspace_id, id, gen_random_uuid(), 'matter.created', now() FROM webhook_endpoints
  WHERE workspace_id = 1 AND 'matter.created' = ANY (events);
  UPDATE workspaces SET change_clock = greatest(clock_timestamp(), change_clock + interval '1 ms') WHERE id = 1;
  COMMIT`
const read = `SELECT id, title, external_id, updated_at FROM matters WHERE workspace_id = 1 AND deleted_at IS NULL ORDER BY id LIMIT 50`

const fill = `
  INSERT INTO accounts (email, name, password_hash) VALUES ('a@example.com', 'A', '');
  INSERT INTO workspaces (owner_uuid, environment) SELECT owner_uuid, 'live' FROM accounts;
  INSERT INTO webhook_endpoints (workspace_id, url, events, secret, created_at) VALUES (1, 'https://example.com', '{matter.created}', '', now());
  INSERT INTO clients (workspace_id, email, status, created_at, updated_at)
  SELECT 1, n || '@example.com', 'active', now(), now() FROM generate_series(1, ${rows}) AS n;
  INSERT INTO matters (workspace_id, title, status, client_id, created_at, updated_at)
  SELECT 1, 'Matter ' || n, 'In Progress', n, now(), now() FROM generate_series(1, ${rows}) AS n;
  INSERT INTO time_entries (workspace_id, case_id, is_billable, duration, status, created_at, updated_at)
  SELECT 1, n, true, 1.25, 'pending', now(), now() FROM generate_series(1, ${rows}) AS n;
  INSERT INTO invoices (workspace_id, invoice_number, total_amount, status, created_at, updated_at)
  SELECT 1, 'I-' || n, 10, 'overdue', now(), now() FROM generate_series(1, ${rows}) AS n`

it(`brings a database of the first release with ${rows} rows of each kind here, beside what programs of it write and read`, async () => {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const name of firstSet)
    await cp(join(fileURLToPath(migrationsFolder), name), join(path, name), { recursive: true })
  const database = await createTestDatabase({ migrated: false })
  await migrate(database.url, { folder: pathToFileURL(`${path}/`) })
  const clients = Array.from({ length: writers }, () => new Client({ connectionString: database.url }))
  await Promise.all(clients.map((client) => client.connect()))
  await clients[0]?.query(fill)

  const stopping = new AbortController()
  const outcomes: unknown[] = []
  const running = clients.map(async (client) => {
    while (!stopping.signal.aborted)
      outcomes.push(
        await client
          .query(write)
          .then(() => client.query(read))
          .then(
            ({ rowCount }) => rowCount,
            (error: unknown) => error,
          ),
      )
  })
  await expect.poll(() => outcomes.length).toBeGreaterThan(writers)
  await migrate(database.url)
  const before = outcomes.length
  await expect.poll(() => outcomes.length).toBeGreaterThan(before + writers)
  stopping.abort()
  await Promise.all(running)

  expect(new Set(outcomes)).toEqual(new Set([50]))
  expect(await diffSchema(database.url)).toBe('')
  const made = rows + outcomes.length
  expect(
    await database.db.rows({
      matters: int,
      readable: int,
      entries: int,
      deliveries: int,
    })`SELECT (SELECT count(*)::int FROM matters) AS matters, (SELECT count(*)::int FROM matters WHERE json::json ->> 'id' = id::text) AS readable,
      (SELECT count(*)::int FROM time_entries) AS entries, (SELECT count(*)::int FROM webhook_deliveries) AS deliveries`,
  ).toEqual([{ matters: made, readable: made, entries: made, deliveries: outcomes.length }])
  await Promise.all(clients.map((client) => client.end()))
  await database.close()
  await rm(path, { recursive: true })
})

import type { Db } from '@matterbase/db'

/** Adds workspaces of accounts of their own with ten endpoints each that have had their last delivery: `from` to `to`. */
export async function addIdleWorkspaces(db: Db, from: number, to: number): Promise<void> {
  for (let first = from; first <= to; first += 500) await addSome(db, first, Math.min(first + 499, to))
  await db.pool.query('VACUUM ANALYZE')
}

const addSome = (db: Db, from: number, to: number) =>
  db.run`
    WITH new AS (
      SELECT gen_random_uuid() AS owner_uuid, n FROM generate_series(${from}::int, ${to}::int) AS n
    ), account AS (
      INSERT INTO accounts (owner_uuid, email, name) SELECT owner_uuid, 'idle-' || n || '@example.com', 'Idle' FROM new RETURNING owner_uuid
    ), workspace AS (
      INSERT INTO workspaces (owner_uuid, environment) SELECT owner_uuid, 'live' FROM account RETURNING id
    ), endpoint AS (
      INSERT INTO webhook_endpoints (workspace_id, url, events, secret, created_at)
      SELECT id, 'https://example.com/' || n, '{matter.created}', '', now() FROM workspace CROSS JOIN generate_series(1, 10) AS n
      RETURNING workspace_id, id
    )
    INSERT INTO webhook_deliveries (workspace_id, endpoint_id, event_id, kind, status, attempt_count, last_status_code, created_at, delivered_at)
    SELECT workspace_id, id, gen_random_uuid(), 'matter.created', 'delivered', 1, 200, now(), now()
    FROM endpoint CROSS JOIN generate_series(1, 3)`

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { diffSchema } from '../scripts/schema-diff.ts'
import { migrationsFolder, readNames } from '../src/migrations/files.ts'
import { migrate } from '../src/migrations/migrate.ts'
import { createTestDatabase } from '../src/testing/index.ts'

const firstOfDays = '20261123083000'
const rows = 2_000

// What an API of the version before sends, prepared once.
const write = {
  name: 'write',
  text: `INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms)
         VALUES ($1, 'beside', 1, now(), 'GET', '/me', 200, 1) RETURNING at`,
  values: [1],
}
const read = {
  name: 'read',
  text: `SELECT request_id FROM request_logs WHERE workspace_id = $1 ORDER BY id DESC LIMIT 50`,
  values: [1],
}

async function upgrade(fill: string) {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const name of await readNames())
    if (name < firstOfDays) await cp(join(fileURLToPath(migrationsFolder), name), join(path, name), { recursive: true })
  const database = await createTestDatabase({ migrated: false })
  await migrate(database.url, { folder: pathToFileURL(`${path}/`) })
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(fill)
  return {
    database,
    client,
    async close() {
      await client.end()
      await database.close()
      await rm(path, { recursive: true })
    },
  }
}

it('makes a request log with rows its first partition as it lies, beside programs that write and read it', async () => {
  const { database, client, close } = await upgrade(`
    INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms, request_body)
    SELECT 1, n::text, 1, now() - n * interval '30 minutes', 'GET', '/me', 200, 1, '{}' FROM generate_series(1, ${rows}) AS n`)
  const { rows: before } = await client.query(`SELECT pg_relation_filenode('request_logs') AS file`)
  const stopping = new AbortController()
  const outcomes: unknown[] = []
  const running = (async () => {
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
  })()
  await expect.poll(() => outcomes.length).toBeGreaterThan(1)
  await migrate(database.url)
  const then = outcomes.length
  await expect.poll(() => outcomes.length).toBeGreaterThan(then + 10)
  stopping.abort()
  await running

  expect(new Set(outcomes)).toEqual(new Set([50]))
  const { rows: after } = await client.query(`SELECT pg_relation_filenode('request_logs_before') AS file`)
  expect(after).toEqual(before)
  expect(await diffSchema(database.url)).toBe('')
  const { rows: found } = await client.query(
    `SELECT count(*)::int AS rows, count(DISTINCT id)::int AS ids, count(DISTINCT tableoid)::int AS partitions FROM request_logs`,
  )
  // What comes in the week after goes there, too: a worker of the version before deletes by ctid.
  expect(found).toEqual([{ rows: rows + outcomes.length, ids: rows + outcomes.length, partitions: 1 }])
  const { rows: days } = await client.query<{ name: string; is_far: boolean }>(
    `SELECT name::text, until > now() + interval '7 days' AS is_far FROM partitions_of('request_logs') ORDER BY since, until`,
  )
  expect(days).toEqual([
    { name: 'request_logs_before', is_far: true },
    { name: 'request_logs_other', is_far: null },
  ])
  await close()
})

it('begins with the partition of today where there are none', async () => {
  const { database, client, close } = await upgrade('SELECT')
  await migrate(database.url)
  await client.query(write)
  const { rows: found } = await client.query(
    `SELECT tableoid::regclass::text = 'request_logs' || to_char(at AT TIME ZONE 'UTC', '_YYYYMMDD') AS is_in_its_day FROM request_logs`,
  )
  expect(found).toEqual([{ is_in_its_day: true }])
  await close()
})

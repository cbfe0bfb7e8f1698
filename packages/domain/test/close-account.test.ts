import { text } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import {
  addSampleData,
  closeAccount,
  deleteClosedAccount,
  findUser,
  findWorkspaceOf,
  listKeys,
  reopenAccount,
} from '@matterbase/domain'
import { addAccount, createKey, revokeKey } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

const [email, other] = ['ada@example.com', 'grace@example.com']
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  for (const account of [email, other]) {
    await addAccount(db, { email: account })
    await addSampleData(db, account)
    const { workspaceId } = await findWorkspaceOf(db, account, 'live')
    await db.run`
      INSERT INTO webhook_endpoints (workspace_id, url, events, is_active, secret, created_at)
      SELECT ${workspaceId}, 'https://example.com/' || is_active, '{matter.created}', is_active, '', now()
      FROM unnest(ARRAY[true, false]) AS is_active`
    // In three partitions.
    await db.run`
      INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms)
      SELECT ${workspaceId}, 'r', 1, now() + days * interval '1 day', 'GET', '/me', 200, 1 FROM unnest(ARRAY[-9, 0, 99]) AS days
      CROSS JOIN generate_series(1, 2)`
  }
  // Somebody who belongs to both.
  await db.run`
    INSERT INTO memberships (owner_uuid, user_id, role) SELECT account.owner_uuid, member.id, 'lawyer'
    FROM accounts AS account, users AS member WHERE account.email = ${email} AND member.email = ${other}`
})
afterAll(() => database.close())

/** How many rows each table has of an account. */
async function rowsOf(account: string): Promise<Record<string, number>> {
  const { pool } = database.db
  const tables = await pool.query<{ name: string; key: string }>(
    `SELECT table_name AS name, column_name AS key FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('workspace_id', 'owner_uuid')`,
  )
  const counts: Record<string, number> = {}
  for (const { name, key } of tables.rows) {
    const own = key === 'workspace_id' ? 'IN (SELECT id FROM workspaces WHERE owner_uuid = $1)' : '= $1'
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int FROM ${name} WHERE ${key} ${own}`, [
      account,
    ])
    if (rows[0] && rows[0].count > 0) counts[name] = rows[0].count
  }
  return counts
}

const revoked = async () =>
  (await listKeys(database.db, email)).map(({ name, revoked_at }) => [name, revoked_at !== null])
const active = async () =>
  (
    await database.db.rows(
      {},
    )`SELECT FROM webhook_endpoints JOIN workspaces ON workspaces.id = workspace_id JOIN accounts USING (owner_uuid)
    WHERE email = ${email} AND is_active`
  ).length

it('ends access at once, gives all of it back, and only what was there before', async () => {
  const { db } = database
  const old = await createKey(db, { email, name: 'old', tier: 'free' })
  await revokeKey(db, { email, id: old.id })
  await createKey(db, { email, name: 'used', tier: 'free' })
  const { delete_after: until } = await closeAccount(db, { email: ' Ada@example.com', days: 30 })
  expect(until.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000)
  expect(await revoked()).toEqual([
    ['old', true],
    ['used', true],
  ])
  expect(await active()).toBe(0)
  expect((await findUser(db, { email }))?.owner_uuid).toBeNull()
  expect((await findUser(db, { email: other }))?.owner_uuid).not.toBeNull()
  await expect(createKey(db, { email, name: 'new', tier: 'free' })).rejects.toThrow(
    'is closed: run "matterbase accounts restore"',
  )
  await expect(closeAccount(db, { email, days: 1 })).rejects.toThrow('is closed already')
  expect(await deleteClosedAccount(db, 1_000)).toBe(0)

  await reopenAccount(db, email)
  expect(await revoked()).toEqual([
    ['old', true],
    ['used', false],
  ])
  expect(await active()).toBe(1)
  expect((await findUser(db, { email }))?.owner_uuid).not.toBeNull()
  const { owner_uuid: ownerUuid } = await db.account.findUniqueOrThrow({ where: { email } })
  const entries = await db.auditEntry.findMany({
    where: { owner_uuid: ownerUuid, action: { startsWith: 'account.' } },
    orderBy: { id: 'asc' },
    select: { action: true, actor: true, target: true, details: true },
  })
  expect(entries).toEqual([
    { action: 'account.closed', actor: 'command line', target: email, details: { delete_after: until.toISOString() } },
    { action: 'account.reopened', actor: 'command line', target: email, details: {} },
  ])
  await expect(reopenAccount(db, email)).rejects.toThrow('is not closed')
  await expect(reopenAccount(db, 'unknown@example.com')).rejects.toThrow(
    'No account has the email address unknown@example.com',
  )
})

it('finds a primary key in every table of an account, which its rows are deleted by', async () => {
  const without = await database.db.rows({ name: text })`
    SELECT DISTINCT relname::text AS name FROM pg_class AS relation
    JOIN pg_attribute ON attrelid = relation.oid AND attname IN ('workspace_id', 'owner_uuid')
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = relation.oid AND indisprimary)`
  expect(without).toEqual([])
})

it("deletes everything of it piece by piece when its days are over, and nothing of others'", async () => {
  const { db } = database
  const { owner_uuid: theirs } = await db.account.findUniqueOrThrow({ where: { email: other } })
  const before = await rowsOf(theirs)
  const { owner_uuid: id } = await closeAccount(db, { email, days: 0 })
  expect(Object.keys(await rowsOf(id)).length).toBeGreaterThan(8)
  await expect(reopenAccount(db, email)).rejects.toThrow('its days are over')
  for (let count = 1; count > 0;) {
    count = await deleteClosedAccount(db, 3)
    expect(count).toBeLessThanOrEqual(3)
  }
  expect(await rowsOf(id)).toEqual({})
  expect(await findUser(db, { email })).toBeUndefined()
  expect(await rowsOf(theirs)).toEqual(before)
  expect((await findUser(db, { email: other }))?.owner_uuid).toBe(theirs)
})

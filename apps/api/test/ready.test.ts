import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

it('is ready on its own database, and beside a newer build that has migrated it', async () => {
  await api.db.run`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '99990101000000_later', now())`
  expect((await api.request('GET', '/readyz')).body).toEqual({ status: 'ready' })
})

it('is not ready on a database that lacks what this build needs', async () => {
  await api.db.run`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '2%'`
  const { status, body, headers } = await api.request('GET', '/readyz')
  expect([status, body.code]).toEqual([503, 'unavailable'])
  expect(body.error).toMatch(
    /^The database lacks migrations of this build, first of all 2\w+: run "matterbase migrate"$/,
  )
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

it('answers 503 when the database has no disk space or memory left, and goes on when there is some', async () => {
  const key = await api.key()
  for (const code of ['53100', '53200']) {
    await api.db.$executeRawUnsafe(`
      CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${code}'; END $$;
      CREATE TRIGGER no_room BEFORE INSERT ON matters FOR EACH ROW EXECUTE FUNCTION no_room()`)
    const { status, body, headers, text } = await api.call('POST', '/matters', { key, body: { title: 'a' } })
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(text).not.toContain('extend file')
    await api.db.$executeRawUnsafe(`DROP FUNCTION no_room() CASCADE`)
  }
  expect((await api.call('POST', '/matters', { key, body: { title: 'a' } })).status).toBe(201)
})

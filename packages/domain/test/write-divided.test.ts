import { randomUUID } from 'node:crypto'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDb, TestDatabase } from '@matterbase/db/testing'
import { findWorkspace, recordStore, records, systemActor } from '@matterbase/domain'
import { addAccount } from '@matterbase/domain/testing'
import type { RecordStore, RecordWrite } from '@matterbase/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** The key of the advisory lock that stalls statements. */
const stall = 1_234_567

let database: TestDatabase
let db: TestDb
let store: RecordStore
let workspaces: number[]

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  store = recordStore(db)
  const accounts = Array.from({ length: 8 }, async () => {
    const { email } = await addAccount(db)
    return Promise.all([findWorkspace(db, email, 'live'), findWorkspace(db, email, 'test')])
  })
  workspaces = (await Promise.all(accounts)).flat()
  // Fails or stalls the statement of a title, as a poisoned row would.
  await db.pool.query(`
    CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION USING ERRCODE = split_part(NEW.title, ' ', 2), MESSAGE = 'poisoned';
    END $$;
    CREATE TRIGGER poison BEFORE INSERT ON matters FOR EACH ROW
      WHEN (NEW.title LIKE 'poison %') EXECUTE FUNCTION poison();
    CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(${stall});
      RETURN NEW;
    END $$;
    CREATE TRIGGER stall BEFORE INSERT ON matters FOR EACH ROW WHEN (NEW.title = 'slow') EXECUTE FUNCTION stall();
    CREATE TRIGGER stall BEFORE UPDATE ON time_entries FOR EACH ROW
      WHEN (NEW.description = 'slow') EXECUTE FUNCTION stall();`)
})
afterAll(() => database.close())

const actorOf = (workspaceId: number) => systemActor({ workspaceId, ownerUuid: randomUUID(), environment: 'live' })
const save = (workspaceId: number, write: RecordWrite) => store.save(records.matters, actorOf(workspaceId), write)
const titled = (title: string): RecordWrite => ({ as: 'create', changes: { title } })

const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' ? String((result.reason as { code?: unknown }).code) : 'written'

it.each([
  '57014',
  '54000',
  '54001',
  '53200',
  '53400',
  'XX000',
  '0A000',
  '42883',
  '22P02',
  '23514',
  '40001',
  'P0001',
  '55000',
])('writes the others when PostgreSQL answers a statement of one workspace with %s, each one time', async (code) => {
  const [bad = 0, ...good] = workspaces
  const title = `Next to ${code}`
  const results = await Promise.allSettled([
    save(bad, titled(`poison ${code}`)),
    save(bad, titled(title)),
    ...good.map((workspaceId) => save(workspaceId, titled(title))),
  ])
  expect(results.map(codeOf)).toEqual([code, ...workspaces.map(() => 'written')])
  const rows = await db.matter.findMany({ where: { title }, orderBy: { workspace_id: 'asc' } })
  expect(rows.map((row) => row.workspace_id)).toEqual(workspaces.toSorted((a, b) => a - b))
  const events = await db.event.findMany({
    where: { kind: 'matter.created', data: { path: ['title'], equals: title } },
  })
  expect(events).toHaveLength(workspaces.length)
})

/** The outcomes of the others' writes while the work of one workspace is stalled, which then ends. */
async function writesDuring(others: readonly number[], begin: () => Promise<unknown>) {
  const client = await db.pool.connect()
  await client.query('SELECT pg_advisory_lock($1)', [stall])
  let isOver = false
  const over = begin().finally(() => (isOver = true))
  const outcomes: string[] = []
  for (const title of ['With it', 'Next to it', 'After it']) {
    const results = await Promise.allSettled(others.map((workspaceId) => save(workspaceId, titled(title))))
    outcomes.push(...results.map((result) => (isOver ? 'too late' : codeOf(result))))
  }
  await client.query('SELECT pg_advisory_unlock($1)', [stall])
  client.release()
  await over
  return outcomes
}

const written = (others: readonly number[]) => Array.from({ length: 3 * others.length }, () => 'written')

it('writes the others while a statement of one workspace is slow', async () => {
  const [bad = 0, ...good] = workspaces
  expect(await writesDuring(good, () => save(bad, titled('slow')))).toEqual(written(good))
})

async function matterWithWork(workspaceId: number) {
  const actor = actorOf(workspaceId)
  const client = await store.save(records.clients, actor, { as: 'create', changes: { company_name: 'First' } })
  const next = await store.save(records.clients, actor, { as: 'create', changes: { company_name: 'Next' } })
  const { record } = await save(workspaceId, {
    as: 'create',
    changes: { title: 'With work', client_id: client.record.values.id },
  })
  const work = { case_id: record.values.id, client_id: client.record.values.id, description: 'slow' }
  await store.save(records.timeEntries, actor, { as: 'create', changes: work })
  return { id: record.values.id, next: next.record.values.id, actor }
}

it('writes the others while the work of a matter moves to its new client', async () => {
  const [first = 0, ...others] = workspaces
  const { id, next } = await matterWithWork(first)
  const move = () => save(first, { as: 'change', id, changes: { client_id: next } })
  expect(await writesDuring(others, move)).toEqual(written(others))
  const [entry] = await db.timeEntry.findMany({ where: { workspace_id: first, case_id: id } })
  expect(Number(entry?.client_id)).toBe(next)
})

it('writes the others while a deletion unlinks the records that refer to it', async () => {
  const [, second = 0, ...others] = workspaces
  const { id, actor } = await matterWithWork(second)
  const remove = () => store.remove(records.matters, actor, { id, force: true })
  expect(await writesDuring(others, remove)).toEqual(written(others))
  const [entry] = await db.timeEntry.findMany({ where: { workspace_id: second } })
  expect(entry?.case_id).toBeNull()
})

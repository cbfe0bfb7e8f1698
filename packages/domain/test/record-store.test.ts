import { randomUUID } from 'node:crypto'
import { int } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { recordStore, records, RefusedError, tagOf, write } from '@matterbase/domain'
import { addActor } from '@matterbase/domain/testing'
import type { Actor, RecordStore, RecordWrite, Saved } from '@matterbase/domain'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'

let database: TestDatabase
let store: RecordStore
let actor: Actor

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  store = recordStore(database.db)
  actor = await addActor(database.db)
})

const save = (change: RecordWrite) => store.save(records.matters, actor, change)
const create = (title: string, more: object = {}) => save({ as: 'create', changes: { title, ...more } })
const upsert = (external_id: string, changes: object) =>
  save({ as: 'upsert', changes: { title: 'Untitled', ...changes, external_id } })

/** The code of a refusal, or whether a record was created. */
const resultOf = (saving: Promise<Saved>) =>
  saving.then(
    ({ created }) => (created ? 'created' : 'changed'),
    (error: unknown) => {
      if (error instanceof RefusedError) return error.code
      throw error
    },
  )

const countOf = (results: readonly string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(results, (result) => result)).map(([name, of]) => [name, of?.length]),
  )

/** Keeps the workspace's other writes waiting until it is let go. */
async function holdWorkspace() {
  const [inside, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writing = write(database.db, actor.workspaceId, () => {
    inside.resolve()
    return over.promise
  })
  await inside.promise
  return () => {
    over.resolve()
    return writing
  }
}

const transactions = async () => {
  const [row] = await database.db.rows({ count: int })`
    SELECT count(DISTINCT xmin::text)::int AS count FROM matters WHERE workspace_id = ${actor.workspaceId}`
  return row?.count ?? 0
}

it('puts what waits for a workspace into few transactions, each record with its own stamp and event', async () => {
  const saved = await Promise.all(Array.from({ length: 60 }, (_, n) => create(`Matter ${n}`)))
  expect(await transactions()).toBeLessThan(20)
  expect(new Set(saved.map(({ record }) => record.values.updated_at)).size).toBe(60)
  expect(saved.map(({ record }) => record.values['title'])).toEqual(saved.map((_, n) => `Matter ${n}`))
  const events = await database.db.rows({ id: int })`
    SELECT (data ->> 'id')::int AS id FROM events WHERE workspace_id = ${actor.workspaceId}`
  expect(events.map(({ id }) => id).toSorted()).toEqual(saved.map(({ record }) => record.values.id).toSorted())
})

it('makes one record of 50 upserts of one external_id', async () => {
  const results = await Promise.all(Array.from({ length: 50 }, (_, n) => resultOf(upsert('same', { title: `T${n}` }))))
  expect(countOf(results)).toEqual({ created: 1, changed: 49 })
})

it('makes one record of 50 creates with one external_id', async () => {
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, n) => resultOf(create(`T${n}`, { external_id: 'same' }))),
  )
  expect(countOf(results)).toEqual({ created: 1, external_id_conflict: 49 })
})

it('gives each of those together its own outcome', async () => {
  await create('Taken', { external_id: 'taken' })
  const results = await Promise.all([
    resultOf(create('Good')),
    resultOf(create('No such client', { client_id: 999_999 })),
    resultOf(create('Taken too', { external_id: 'taken' })),
    resultOf(create('Upside down', { start_date: '2026-02-01', end_date: '2026-01-01' })),
    resultOf(save({ as: 'change', id: 999_999, changes: { title: 'Missing' } })),
    resultOf(upsert('new', { title: 'New' })),
  ])
  expect(results).toEqual([
    'created',
    'validation_failed',
    'external_id_conflict',
    'validation_failed',
    'not_found',
    'created',
  ])
})

it('does one after the other what is about the same record, however it is named', async () => {
  const { record } = await create('One', { external_id: 'one' })
  await Promise.all([
    upsert('one', { description: 'by its external_id' }),
    save({ as: 'change', id: record.values.id, changes: { case_type: 'by its id' } }),
    save({ as: 'change', id: record.values.id, changes: { service_type: 'by its id again' } }),
  ])
  const { values } = await store.get(records.matters, actor.workspaceId, record.values.id)
  expect(values).toMatchObject({
    description: 'by its external_id',
    case_type: 'by its id',
    service_type: 'by its id again',
  })
})

it('lets one of those through that have seen the same state of a record', async () => {
  const { record } = await create('Seen')
  const seen = [tagOf(record.json)]
  const change = (title: string) => resultOf(save({ as: 'change', id: record.values.id, changes: { title }, seen }))
  const results = await Promise.all(['a', 'b', 'c'].map(change))
  expect(countOf(results)).toEqual({ changed: 1, precondition_failed: 2 })
})

it('does the others when PostgreSQL refuses one', async () => {
  const results = await Promise.allSettled([create('Good'), create('With \0 in it'), create('Good too')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('deletes many in few transactions, and refuses only the one that something refers to', async () => {
  const made = await Promise.all(Array.from({ length: 30 }, (_, n) => create(`Matter ${n}`)))
  const ids = made.map(({ record }) => record.values.id)
  const [referred = 0, ...free] = ids
  await store.save(records.timeEntries, actor, { as: 'create', changes: { case_id: referred } })
  const before = await transactions()
  const remove = (id: number) => store.remove(records.matters, actor, { id })
  const results = await Promise.allSettled([...ids, 999_999, free[0] ?? 0].map(remove))
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as RefusedError).code] : [],
  )
  expect(refusals).toEqual(['has_dependents', 'not_found', 'not_found'])
  const left = await database.db.matter.findMany({ where: { workspace_id: actor.workspaceId, deleted_at: null } })
  expect(left.map(({ id }) => Number(id))).toEqual([referred])
  expect(await transactions()).toBeLessThan(before + 15)
})

it('does not unlink records that are deleted together with those that they refer to', async () => {
  const by = {
    id: randomUUID(),
    email: 'ada@example.com',
    role: 'owner',
    ip: '127.0.0.1',
    userAgent: undefined,
  } as const
  // A person's deletion of a time entry reaches its last statement when that of a matter has found the time entry.
  const person = { ...actor, by: { ...by, kind: 'user', authenticatedAt: new Date() } } as const
  const matters = await Promise.all(Array.from({ length: 50 }, (_, n) => create(`Matter ${n}`)))
  const idOf = ({ record }: Saved) => record.values.id
  const times = await Promise.all(
    matters.map((matter) =>
      store.save(records.timeEntries, actor, { as: 'create', changes: { case_id: idOf(matter) } }),
    ),
  )
  const letGo = await holdWorkspace()
  const deleting = Promise.all([
    ...matters.map((matter) => store.remove(records.matters, person, { id: idOf(matter), force: true })),
    ...times.map((time) => store.remove(records.timeEntries, person, { id: idOf(time) })),
  ])
  await letGo()
  await deleting
  const deleted = await database.db.timeEntry.findMany({ where: { workspace_id: actor.workspaceId } })
  const changedLater = deleted.filter((row) => row.updated_at.getTime() !== row.deleted_at?.getTime())
  expect(changedLater).toEqual([])
})

it('deletes a record for one who has seen it as it is, beside those who change it', async () => {
  const { record } = await create('Seen', { external_id: 'seen' })
  const { id } = record.values
  const results = await Promise.allSettled([
    upsert('seen', { description: 'changed' }),
    store.remove(records.matters, actor, { id, seen: [tagOf(record.json)] }),
  ])
  expect(results).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'precondition_failed' } },
  ])
  await store.remove(records.matters, actor, { id, seen: 'any' })
  await expect(store.get(records.matters, actor.workspaceId, id)).rejects.toMatchObject({ code: 'not_found' })
})

it('writes nothing for a caller who has gone before its turn', async () => {
  const requester = { destroyed: false, on: () => undefined }
  const letGo = await holdWorkspace()
  const saving = Promise.allSettled([
    store.save(records.matters, actor, { as: 'create', changes: { title: 'Gone' } }, requester),
  ])
  const other = create('Stays')
  requester.destroyed = true
  await letGo()
  expect(await saving).toMatchObject([{ status: 'rejected', reason: { name: 'HungUpError' } }])
  expect((await other).created).toBe(true)
  const [row] = await database.db.rows({ count: int })`
    SELECT count(*)::int AS count FROM matters WHERE workspace_id = ${actor.workspaceId}`
  expect(row?.count).toBe(1)
})

it('refuses those who have waited for long while many wait behind them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const letGo = await holdWorkspace()
  const saving = Promise.allSettled(Array.from({ length: 136 }, (_, n) => create(`Matter ${n}`)))
  vi.advanceTimersByTime(501)
  await letGo()
  const results = await saving
  expect(results.map(({ status }) => status)).toEqual(Array.from(results, (_, n) => (n < 8 ? 'rejected' : 'fulfilled')))
  expect(results[0]).toMatchObject({ reason: { name: 'OverloadedError', reason: 'queue' } })
})

it('fails all that were together when the database is gone, and goes on when it is back', async () => {
  const { pool } = database.db
  const letGo = await holdWorkspace()
  const saving = Promise.allSettled([create('Lost'), create('Lost too')])
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(2)
  await database.db.run`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'`
  expect((await saving).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await letGo()
  expect((await create('After')).created).toBe(true)
})

it('reads many records of many workspaces in one statement, and nothing of another workspace', async () => {
  const { record } = await create('Mine')
  const other = actor.workspaceId + 1
  const [mine, theirs, none] = await Promise.allSettled([
    store.get(records.matters, actor.workspaceId, record.values.id),
    store.get(records.matters, other, record.values.id),
    store.get(records.matters, actor.workspaceId, 999_999),
  ])
  expect(mine).toMatchObject({ status: 'fulfilled', value: { json: record.json } })
  expect([theirs, none].map((result) => result.status)).toEqual(['rejected', 'rejected'])
})

it('leaves a record as it is that an upsert of many in a row finds so, and finds the next one before the write', async () => {
  const put = async (title: string) => {
    const changes = { title, external_id: 'followed' }
    const found = (await store.findUnchanged(records.matters, actor.workspaceId, { changes }))?.record
    return { found, record: found ?? (await upsert('followed', { title })).record }
  }
  for (let n = 0; n < 20; n++) await put(`Title ${n}`)
  const last = await put('Title 20')
  const again = await put('Title 20')
  expect(again).toEqual({ found: undefined, record: last.record })
  expect((await put('Title 20')).found?.json).toBe(last.record.json)
})

import { createDb, text } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { recordStore, records, RefusedError, write } from '@matterbase/domain'
import type { Actor, AnswerKey, Once, RecordStore, Saved, StoredAnswer, Values } from '@matterbase/domain'
import { addActor } from '@matterbase/domain/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

let database: TestDatabase
let db: Db
let store: RecordStore
let actor: Actor
/** Statements as they were sent and answered since the last look, by what they insert into, take or begin with. */
let log: string[] = []

/** What takes the workspace. */
const taking = 'FOR NO KEY UPDATE'
const nameOf = (text: string) => /INSERT INTO "?\w+"?|FOR NO KEY UPDATE/.exec(text)?.[0] ?? text.split(' ')[0]

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb({
    url: database.url,
    inspect(statement) {
      const name = nameOf(statement.text.trim())
      log.push(`sent ${name}`)
      const checked = database.inspect(statement)
      return (result) => {
        log.push(`answered ${name}`)
        checked(result)
      }
    },
  })
})
afterAll(async () => {
  await db.$disconnect()
  await database.close()
})

beforeEach(async () => {
  store = recordStore(db)
  actor = await addActor(database.db)
  log = []
})

const create = (changes: Values, by = actor) => store.save(records.matters, by, { as: 'create', changes })
const addClient = async (by = actor) => {
  const { record } = await store.save(records.clients, by, { as: 'create', changes: { company_name: 'Acme' } })
  return record.values.id
}

/** The title of what was created, or why it was not. */
const resultOf = (saving: Promise<Saved>) =>
  saving.then(
    ({ record }) => record.values['title'],
    (error: unknown) => {
      if (!(error instanceof RefusedError)) throw error
      return error.reasons.details?.map(({ field, code }) => `${field} ${code}`).join() ?? error.code
    },
  )

const clockOf = async ({ workspaceId }: Actor) =>
  (await database.db.workspace.findUniqueOrThrow({ where: { id: workspaceId } })).change_clock.getTime()

it('inserts what is created together with what takes the workspace, whether it refers to something or not', async () => {
  const client_id = await addClient()
  log = []
  await create({ title: 'A', external_id: 'a', client_id })
  expect(log.filter((line) => !line.endsWith('SELECT'))).toEqual([
    `sent ${taking}`,
    'sent INSERT INTO "matters"',
    `answered ${taking}`,
    'answered INSERT INTO "matters"',
  ])
})

const keyOf = (key: string): AnswerKey => ({ workspaceId: actor.workspaceId, keyId: 1, key })
const storedAnswer = (key: string): StoredAnswer => ({
  ...keyOf(key),
  fingerprint: Buffer.from(key),
  status: 201,
  answer: Buffer.from('{}'),
})
/** What is done once only, with a stored answer. */
const once = (key: string, answer = () => storedAnswer(key)): Once => ({
  key: keyOf(key),
  refuse: () => undefined,
  answer,
})
const createOnce = (title: string, what: Once) =>
  store.save(records.matters, actor, { as: 'create', changes: { title } }, undefined, what)

it('inserts what is created once in one sending, too, when that may be done', async () => {
  await Promise.all([createOnce('A', once('a')), createOnce('B', once('b'))])
  expect(log.filter((line) => !line.endsWith('SELECT'))).toEqual([
    `sent ${taking}`,
    `answered ${taking}`,
    'sent INSERT INTO "matters"',
    'answered INSERT INTO "matters"',
    ...['sent', 'answered'].map((what) => `${what} INSERT INTO idempotency_keys`),
  ])
})

it.each<[string, () => StoredAnswer]>([
  [
    'cannot be made',
    () => {
      throw new Error('No answer')
    },
  ],
  ['cannot be kept', () => ({ ...storedAnswer('a'), key: 'No answer\0' })],
])('leaves nothing of what is created once when its answer %s', async (_name, answer) => {
  const results = await Promise.allSettled([createOnce('A', once('a', answer)), createOnce('B', once('b'))])
  expect(results[0]?.status).toBe('rejected')
  const kept = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.record.values['title']] : []))
  const rows = await database.db.matter.findMany({ where: { workspace_id: actor.workspaceId } })
  expect(rows.map(({ title }) => title)).toEqual(kept)
  expect(await database.db.idempotencyKey.count({ where: { workspace_id: actor.workspaceId } })).toBe(kept.length)
})

it('looks for what is upserted together with what takes the workspace', async () => {
  await create({ title: 'A', external_id: 'a' })
  // What is changed over and over is not looked for before.
  const upsert = (title: string) =>
    store.save(records.matters, actor, { as: 'upsert', changes: { title, external_id: 'a' } })
  for (let n = 0; n < 20; n++) await upsert(`A${n}`)
  log = []
  await upsert('B')
  const taken = log.indexOf(`answered ${taking}`)
  expect(log.slice(log.indexOf(`sent ${taking}`), taken)).toContain('sent SELECT')
})

it('gives each of several workspaces its own records with its own stamps, in the order they came', async () => {
  const actors = [actor, await addActor(database.db), await addActor(database.db)]
  const before = await Promise.all(actors.map(clockOf))
  // Fewer go as JSON, more as lists.
  for (const count of [3, 20]) {
    const wanted = Array.from({ length: count }, (_, n) => actors.map((by) => ({ by, n }))).flat()
    const saved = await Promise.all(wanted.map(({ by, n }) => create({ title: `${by.workspaceId} ${n}` }, by)))
    expect(saved.map(({ record }) => record.values['title'])).toEqual(
      wanted.map(({ by, n }) => `${by.workspaceId} ${n}`),
    )
    for (const by of actors) {
      const own = saved.flatMap(({ record }, at) => (wanted[at]?.by === by ? [record.values] : []))
      const stamps = own.map(({ updated_at: stamp }) => stamp)
      expect(stamps).toEqual([...new Set(stamps)].toSorted())
      expect(own.map(({ id }) => id)).toEqual(own.map(({ id }) => id).toSorted((a, b) => a - b))
      expect(own.map(({ created_at }) => created_at)).toEqual(stamps)
      expect(await clockOf(by)).toBe(Date.parse(stamps.at(-1) ?? ''))
    }
  }
  expect((await Promise.all(actors.map(clockOf))).every((clock, at) => clock > (before[at] ?? 0))).toBe(true)
})

it('tells each why it does not fit, beside those that do, and of those only', async () => {
  const other = await addActor(database.db)
  const [own, gone, theirs] = [await addClient(), await addClient(), await addClient(other)]
  await store.remove(records.clients, actor, { id: gone })
  const { record: holder } = await create({ title: 'Holder', external_id: 'taken' })
  const before = await clockOf(actor)
  const results = await Promise.all(
    [
      create({ title: 'First' }),
      create({ title: 'Taken', external_id: 'taken' }),
      create({ title: 'With one', client_id: own }),
      create({ title: 'With one that is gone', client_id: gone }),
      create({ title: 'With a client of others', client_id: theirs }),
      create({ title: 'Of others', client_id: theirs }, other),
      create({ title: 'Last' }),
    ].map(resultOf),
  )
  const missing = 'client_id not_found'
  expect(results).toEqual(['First', 'external_id_conflict', 'With one', missing, missing, 'Of others', 'Last'])
  await expect(create({ title: 'Taken', external_id: 'taken' })).rejects.toMatchObject({
    reasons: { facts: { existing_id: holder.values.id } },
  })
  const events = await database.db.rows({ title: text })`
    SELECT data ->> 'title' AS title FROM events
    WHERE workspace_id = ${actor.workspaceId} AND kind = 'matter.created' ORDER BY (data ->> 'id')::int`
  expect(events).toEqual(['Holder', 'First', 'With one', 'Last'].map((title) => ({ title })))
  expect(await clockOf(actor)).toBeGreaterThan(before)
})

it('leaves the clock where it is when nothing fits', async () => {
  await create({ title: 'Holder', external_id: 'taken' })
  const before = await clockOf(actor)
  const results = await Promise.all([
    resultOf(create({ title: 'Taken', external_id: 'taken' })),
    resultOf(create({ title: 'Refers to nothing', client_id: 999_999 })),
  ])
  expect(results).toEqual(['external_id_conflict', 'client_id not_found'])
  expect(await clockOf(actor)).toBe(before)
})

it('goes on from a change clock that is ahead of the time', async () => {
  const change_clock = new Date('2100-01-01T00:00:00.000Z')
  await database.db.workspace.update({ where: { id: actor.workspaceId }, data: { change_clock } })
  const saved = await Promise.all(['A', 'B'].map((title) => create({ title })))
  expect(saved.map(({ record }) => record.values.updated_at)).toEqual([
    '2100-01-01T00:00:00.001Z',
    '2100-01-01T00:00:00.002Z',
  ])
})

it('gives what is created beside a deletion stamps of one clock', async () => {
  const { record } = await create({ title: 'Deleted' })
  const { id } = record.values
  const [made] = await Promise.all([
    create({ title: 'Made' }),
    store.remove(records.matters, actor, { id }),
    create({ title: 'Made, too' }),
  ])
  const rows = await database.db.matter.findMany({ where: { workspace_id: actor.workspaceId } })
  const stamps = rows.map(({ updated_at: stamp }) => stamp.getTime())
  expect(new Set(stamps).size).toBe(3)
  expect(await clockOf(actor)).toBe(Math.max(...stamps))
  const { created_at: createdAt } = JSON.parse(made.record.json) as { created_at: string }
  expect(Math.min(...stamps)).toBeGreaterThanOrEqual(Date.parse(createdAt))
})

it('gives what is created beside changes of other records stamps of one clock', async () => {
  // Drafts of invoices follow the name of a client, but not its notes.
  const upsert = (n: number, notes: string) =>
    store.save(records.clients, actor, {
      as: 'upsert',
      changes: { external_id: `c-${n}`, company_name: 'Acme', notes },
    })
  const counts = Array.from({ length: 5 }, (_, n) => n)
  await Promise.all(counts.map((n) => upsert(n, 'Before')))
  for (let round = 0; round < 5; round++) {
    const saved = await Promise.all(
      counts.flatMap((n) => [create({ title: `${round} ${n}` }), upsert(n, `After ${round}`)]),
    )
    const stamps = saved.map(({ record }) => Date.parse(record.values.updated_at))
    expect(new Set(stamps).size).toBe(stamps.length)
    expect(await clockOf(actor)).toBe(Math.max(...stamps))
  }
})

it('writes nothing for a caller who goes while another process holds the workspace for long', async () => {
  const [inside, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = createDb({ url: database.url, poolSize: 1 })
  const holding = write(other, actor.workspaceId, () => {
    inside.resolve()
    return over.promise
  })
  await inside.promise
  log = []
  const requester = { destroyed: false, on: () => undefined }
  const [gone, stays] = ['Gone', 'Stays'].map((title) =>
    resultOf(
      store.save(
        records.matters,
        actor,
        { as: 'create', changes: { title } },
        title === 'Gone' ? requester : undefined,
      ),
    ).catch((error: Error) => error.name),
  )
  // It was tried together with others, for which it took too long.
  const tries = () => log.filter((line) => line === `sent ${taking}`).length
  await expect.poll(tries).toBe(2)
  requester.destroyed = true
  over.resolve()
  expect([await gone, await stays]).toEqual(['HungUpError', 'Stays'])
  expect(await database.db.matter.count({ where: { workspace_id: actor.workspaceId } })).toBe(1)
  await holding
  await other.$disconnect()
})

import { randomUUID } from 'node:crypto'
import { createDb, int, json, orNull, text, timestamp } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { recordStore, records, recordTable, write } from '@matterbase/domain'
import { addActor } from '@matterbase/domain/testing'
import type { Actor, Outcome, RecordKind, RecordStore, Upsert } from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import { clients } from '@matterbase/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'

let database: TestDatabase
let store: RecordStore
let actor: Actor
/** Each statement that was sent since the last look. */
let statements: string[] = []
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb({
    url: database.url,
    inspect(statement) {
      statements.push(statement.text.trim())
      return database.inspect(statement)
    },
  })
})
afterAll(async () => {
  await db.$disconnect()
  await database.close()
})

async function newActor(): Promise<Actor> {
  return { ...(await addActor(database.db)), by: { kind: 'key', id: 1, name: 'sync' } }
}

beforeEach(async () => {
  store = recordStore(db)
  actor = await newActor()
})

interface Options {
  readonly kind?: RecordKind
  readonly by?: Db
  readonly from?: RecordStore
  readonly isAtomic?: boolean
  readonly traceparent?: string
}

function saveMany(items: readonly Upsert[], options: Options = {}) {
  const { kind = records.matters, by = db, from = store, isAtomic = false, traceparent } = options
  const upserts = { items: items.map((changes) => ({ changes })), refused: 0 }
  const { ahead, save } = from.saveMany(kind, actor, upserts)
  return write(
    by,
    actor.workspaceId,
    async (tx) => {
      const outcomes = await save(tx)
      if (isAtomic && outcomes.some((outcome) => 'error' in outcome)) throw new Error('not all')
      return outcomes
    },
    { ahead, traceparent },
  )
}

const rows = (name: string, count: number, more: object = {}): Upsert[] =>
  Array.from({ length: count }, (_, n) => ({ external_id: `${name}-${n}`, title: `${name} ${n}`, ...more }))

/** What became of each. */
const told = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) => {
    if ('error' in outcome) return outcome.error.reasons.details ?? outcome.error.code
    return outcome.created ? 'created' : outcome.unchanged ? 'unchanged' : 'updated'
  })
const all = (outcome: string, count: number) => Array.from({ length: count }, () => outcome)

/** The first requests of an import, after which it is expected that the next one has only new records, too. */
async function beginImport(options: Options = {}) {
  for (const name of ['a', 'b', 'c']) await saveMany(rows(name, 3), options)
  statements = []
}

/** What another process of the api writes with, which expects new records, too. */
async function otherProcess(): Promise<Options> {
  const by = createDb({ url: database.url, inspect: database.inspect })
  onTestFinished(() => by.$disconnect())
  const other = { by, from: recordStore(by) }
  for (const name of ['x', 'y', 'z']) await saveMany(rows(name, 1), other)
  return other
}

const isInsert = (text: string) => text.includes('INSERT INTO "matters"')
const looks = () => statements.filter((text) => text.includes('asked_key')).length
const inserts = () => statements.filter(isInsert).length
const countOf = async () => database.db.matter.count({ where: { workspace_id: actor.workspaceId } })
const clock = async () =>
  (await database.db.workspace.findUniqueOrThrow({ where: { id: actor.workspaceId } })).change_clock

describe('an import of new records', () => {
  it('inserts without a look: the workspace is locked and the records are written in one sending', async () => {
    await beginImport()
    const outcomes = await saveMany(rows('d', 40))
    expect(told(outcomes)).toEqual(all('created', 40))
    expect(statements).toHaveLength(2)
    expect(statements[0]).toMatch(/FROM workspaces .* FOR NO KEY UPDATE$/)
    expect(statements[1]).toSatisfy(isInsert)
  })

  it('answers what a write with a look answers, in order, and each with the next stamp of the clock', async () => {
    const client = await store.save(records.clients, actor, { as: 'create', changes: { company_name: 'Acme' } })
    const more = {
      client_id: client.record.values.id,
      estimated_hours: 1.5,
      start_date: '2026-01-02',
      description: 'A "b"\n{c}',
    }
    const looked = await saveMany(rows('looked', 5, more))
    for (const name of ['b', 'c']) await saveMany(rows(name, 1))
    const before = await clock()
    statements = []
    const blind = await saveMany(rows('blind', 5, more))
    expect(looks()).toBe(0)
    const valuesOf = (outcomes: readonly Outcome[]) =>
      outcomes.flatMap((one) => ('record' in one ? [one.record.values] : []))
    const plain = (outcomes: readonly Outcome[], name: string) =>
      valuesOf(outcomes).map(({ id: _id, created_at: _created, updated_at: _updated, etag: _tag, ...values }) =>
        JSON.parse(JSON.stringify(values).replaceAll(name, 'x')),
      )
    expect(plain(blind, 'blind')).toEqual(plain(looked, 'looked'))
    const stamps = valuesOf(blind).map(({ updated_at }) => Date.parse(updated_at))
    const [first = 0] = stamps
    expect(stamps).toEqual([0, 1, 2, 3, 4].map((n) => first + n))
    expect(first).toBeGreaterThan(before.getTime())
    expect((await clock()).getTime()).toBe(first + 4)
    expect(valuesOf(blind).map(({ created_at }) => created_at)).toEqual(
      valuesOf(blind).map(({ updated_at }) => updated_at),
    )
    expect(valuesOf(blind).map(({ external_id }) => external_id)).toEqual(
      rows('blind', 5).map((row) => row.external_id),
    )
  })

  it('goes on from a change clock that is ahead of the time', async () => {
    await beginImport()
    const change_clock = new Date('2100-01-01T00:00:00.000Z')
    await database.db.workspace.update({ where: { id: actor.workspaceId }, data: { change_clock } })
    const outcomes = await saveMany(rows('d', 2))
    expect(outcomes.map((one) => 'record' in one && one.record.values.updated_at)).toEqual([
      '2100-01-01T00:00:00.001Z',
      '2100-01-01T00:00:00.002Z',
    ])
  })

  it('looks again from the first request on that has a record which is there, and does not write it twice', async () => {
    await beginImport()
    await saveMany(rows('d', 2))
    const [a] = rows('a', 1)
    const outcomes = await saveMany([...rows('e', 2), { ...a, external_id: 'a-0', title: 'Changed' }, ...rows('d', 1)])
    expect(told(outcomes)).toEqual(['created', 'created', 'updated', 'unchanged'])
    expect(await countOf()).toBe(9 + 2 + 2)
    const events = await database.db.rows({ count: int })`
      SELECT count(*)::int AS count FROM events WHERE workspace_id = ${actor.workspaceId} AND kind = 'matter.created'`
    expect(events).toEqual([{ count: 13 }])
    statements = []
    await saveMany(rows('f', 2))
    expect([looks(), inserts()]).toEqual([1, 1])
    await saveMany(rows('g', 2))
    await saveMany(rows('h', 2))
    statements = []
    await saveMany(rows('i', 2))
    expect(looks()).toBe(0)
  })

  it('refuses each record that refers to what is not there, and writes the others', async () => {
    await beginImport()
    const stranger = await newActor()
    const theirs = await store.save(records.clients, stranger, { as: 'create', changes: { company_name: 'Theirs' } })
    const own = await store.save(records.clients, actor, { as: 'create', changes: { company_name: 'Own' } })
    const gone = await store.save(records.clients, actor, { as: 'create', changes: { company_name: 'Gone' } })
    await store.remove(records.clients, actor, { id: gone.record.values.id })
    const outcomes = await saveMany([
      ...rows('own', 1, { client_id: own.record.values.id }),
      ...rows('theirs', 1, { client_id: theirs.record.values.id }),
      ...rows('gone', 1, { client_id: gone.record.values.id }),
      ...rows('none', 1),
    ])
    const missing = [expect.objectContaining({ field: 'client_id', code: 'not_found' })]
    expect(told(outcomes)).toEqual(['created', missing, missing, 'created'])
  })

  it('refuses what breaks a rule, and writes the others', async () => {
    await beginImport()
    const late = { start_date: '2026-01-02', end_date: '2026-01-01' }
    const outcomes = await saveMany([...rows('d', 1), ...rows('late', 1, late)])
    expect(told(outcomes)).toEqual(['created', [expect.objectContaining({ field: 'end_date', code: 'out_of_order' })]])
  })

  it('writes all or nothing where that is asked for', async () => {
    await beginImport()
    expect(told(await saveMany(rows('d', 2), { isAtomic: true }))).toEqual(all('created', 2))
    const before = await countOf()
    const late = { start_date: '2026-01-02', end_date: '2026-01-01' }
    await expect(saveMany([...rows('e', 2), ...rows('late', 1, late)], { isAtomic: true })).rejects.toThrow('not all')
    expect(await countOf()).toBe(before)
  })

  it('tells of each record once, in the step of its trace', async () => {
    await database.db.webhookEndpoint.create({
      data: {
        workspace_id: actor.workspaceId,
        url: 'https://example.com',
        events: ['matter.created'],
        secret: new Uint8Array(1),
        created_at: new Date(),
      },
    })
    await beginImport()
    const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`
    const outcomes = await saveMany(rows('d', 3), { traceparent })
    const events = await database.db.rows({ json: text, created_at: timestamp, deliveries: int })`
      SELECT data::text AS json, created_at, (SELECT count(*)::int FROM webhook_deliveries AS delivery
             WHERE delivery.workspace_id = event.workspace_id AND event_id = event.id AND delivery.created_at = event.created_at) AS deliveries
      FROM events AS event WHERE workspace_id = ${actor.workspaceId} AND traceparent = ${traceparent} ORDER BY (data ->> 'id')::int`
    const saved = outcomes.flatMap((one) => ('record' in one ? [one.record] : []))
    const happened = new Date(saved[0]?.values.updated_at ?? 0)
    expect(events).toEqual(saved.map(({ json }) => ({ json, created_at: happened, deliveries: 1 })))
  })

  it('comes to one record of each where several send the same at once', async () => {
    await beginImport()
    const other = await otherProcess()
    const sent = await Promise.all([
      ...Array.from({ length: 4 }, () => saveMany(rows('same', 20))),
      ...Array.from({ length: 4 }, () => saveMany(rows('same', 20), other)),
    ])
    const counts = Object.groupBy(sent.flatMap(told), String)
    expect([counts['created']?.length, counts['unchanged']?.length]).toEqual([20, 140])
    expect(await countOf()).toBe(9 + 3 + 20)
  })

  it('is found by a follower whole, each record once, while several write', async () => {
    await beginImport()
    const other = await otherProcess()
    const seen: string[] = []
    let since = await clock()
    let isOver = false
    const following = (async () => {
      for (let last = false; ; last = isOver) {
        const page = await database.db.rows({ external_id: orNull(text), updated_at: timestamp })`
          SELECT external_id, updated_at FROM matters WHERE workspace_id = ${actor.workspaceId} AND updated_at > ${since} ORDER BY updated_at`
        seen.push(...page.map(({ external_id: id }) => String(id)))
        since = page.at(-1)?.updated_at ?? since
        if (last) return
      }
    })()
    const writing = Array.from({ length: 30 }, (_, n) =>
      n % 3 === 0
        ? store.save(records.matters, actor, { as: 'create', changes: { title: 'One', external_id: `one-${n}` } })
        : saveMany(rows(`many-${n}`, 20), n % 3 === 1 ? {} : other),
    )
    await Promise.all(writing)
    isOver = true
    await following
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(10 + 20 * 20)
  })

  it('looks first where members are derived', async () => {
    const kind = records.timeEntries
    const entries = (name: string) =>
      rows(name, 2).map(({ external_id, title }) => ({ external_id, description: title }) as Upsert)
    for (const name of ['a', 'b', 'c', 'd'])
      expect(told(await saveMany(entries(name), { kind }))).toEqual(all('created', 2))
  })

  it('is noted once in the audit log when a user sends it, however it is written', async () => {
    await beginImport()
    const by = {
      kind: 'user',
      id: randomUUID(),
      email: 'a@example.com',
      role: 'owner',
      authenticatedAt: new Date(),
    } as const
    actor = { ...actor, by: { ...by, ip: '127.0.0.1', userAgent: undefined } }
    await saveMany(rows('d', 2))
    expect(looks()).toBe(0)
    await saveMany([...rows('e', 1), ...rows('a', 1)])
    expect(looks()).toBe(1)
    const noted = await database.db.rows({ action: text, actor: text, details: json(z.json()) })`
      SELECT action, actor, details FROM audit_entries WHERE owner_uuid = ${actor.ownerUuid}::text::uuid AND action = 'matter.imported' ORDER BY id`
    expect(noted).toEqual([
      { action: 'matter.imported', actor: by.email, details: { created: 2, updated: 0, failed: 0 } },
      { action: 'matter.imported', actor: by.email, details: { created: 1, updated: 1, failed: 0 } },
    ])
  })

  it('is expected anew after requests of no records', async () => {
    for (const _ of [1, 2, 3]) await saveMany([])
    statements = []
    await saveMany(rows('a', 1))
    expect(looks()).toBe(1)
  })

  it('of no records writes no record', async () => {
    await beginImport()
    const before = await clock()
    expect(await saveMany([])).toEqual([])
    expect(inserts()).toBe(0)
    expect(await clock()).not.toEqual(before)
  })

  it('of a workspace that is gone says so', async () => {
    await beginImport()
    await database.db.workspace.delete({ where: { id: actor.workspaceId } })
    await expect(saveMany(rows('d', 2))).rejects.toThrow(`Workspace ${actor.workspaceId} does not exist`)
  })
})

it('tells subscribers only of what nobody else is told of', async () => {
  const table = recordTable('clients', clients.fields)
  const values = Object.fromEntries(Object.entries(clients.fields).map(([name, { initial }]) => [name, initial]))
  const insert = () =>
    write(db, actor.workspaceId, ({ sql, workspaceId }) =>
      table.insert(sql, [{ workspaceId, records: [{ ...values, company_name: 'Acme' }] }], 'expense.created'),
    )
  const events = () => database.db.event.count({ where: { workspace_id: actor.workspaceId } })
  await insert()
  expect(await events()).toBe(0)
  await database.db.workspace.update({
    where: { id: actor.workspaceId },
    data: { subscribed_events: ['expense.created'] },
  })
  await insert()
  expect(await events()).toBe(1)
})

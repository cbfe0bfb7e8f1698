import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDb, int, reader, rowForEach, text, transaction } from '../src/index.ts'
import type { Db, Sql } from '../src/index.ts'
import { createTestDatabase } from '../src/testing/index.ts'
import type { TestDatabase } from '../src/testing/index.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  db = database.db
})
afterAll(() => database.close())

/** Holds a lock while `work` runs: whoever asks for it waits inside PostgreSQL. */
async function holding<T>(lock: number, work: () => Promise<T>): Promise<T> {
  const holder = createDb({ url: database.url, poolSize: 1 })
  try {
    return await transaction(holder, async (sql) => {
      await sql.run`SELECT pg_advisory_xact_lock(${lock})`
      return work()
    })
  } finally {
    await holder.$disconnect()
  }
}

const waitFor = (sql: Sql, lock: number) =>
  sql.run`SELECT pg_advisory_lock_shared(${lock}), pg_advisory_unlock_shared(${lock})`

async function blocked(lock: number): Promise<number> {
  const [row] = await db.rows({ count: int })`
    SELECT count(*)::int AS count FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND objid = ${lock} AND NOT granted AND datname = current_database()`
  return row?.count ?? 0
}

const answer = (sql: Sql) => sql.rows({ one: int })`SELECT 1 AS one`

it('leaves connections to others, and to small reads of the same workspace, however much one reads', async () => {
  const many = reader(db, 1, { kind: 'many' })
  const reads = await holding(11, async () => {
    const all = Array.from({ length: 30 }, () => waitFor(many, 11))
    await expect.poll(() => blocked(11)).toBe(3)
    expect(await answer(reader(db, 2, { kind: 'many' }))).toEqual([{ one: 1 }])
    expect(await answer(reader(db, 1, { kind: 'one' }))).toEqual([{ one: 1 }])
    expect(await blocked(11)).toBe(3)
    return { all }
  })
  await Promise.all(reads.all)
})

it('leaves connections to small reads and writes, however many workspaces read much', async () => {
  const reads = await holding(12, async () => {
    const all = [1, 2, 3, 4, 5].flatMap((id) =>
      Array.from({ length: 5 }, () => waitFor(reader(db, id, { kind: 'many' }), 12)),
    )
    await expect.poll(() => blocked(12)).toBe(6)
    expect(await answer(reader(db, 9, { kind: 'one' }))).toEqual([{ one: 1 }])
    expect(await transaction(db, answer)).toEqual([{ one: 1 }])
    return { all }
  })
  await Promise.all(reads.all)
})

it('sends those that differ in their arrays as one while they wait, and gives each its own row', async () => {
  const sent: string[] = []
  const watched = createDb({ url: database.url, inspect: ({ text: sql }) => (sent.push(sql), () => undefined) })
  const many = reader(watched, 1, { kind: 'many' })
  const ask = (word: string, times: number) => many.rows({ answer: text, long: int })`
    SELECT repeat(word, ${times}::int) AS answer, length(word) AS long
    FROM unnest(${[word]}::text[]) WITH ORDINALITY AS given (word, turn) ORDER BY turn ${rowForEach}`
  const { all } = await holding(14, async () => {
    const held = Array.from({ length: 3 }, () => waitFor(many, 14))
    await expect.poll(() => blocked(14)).toBe(3)
    sent.length = 0
    return { all: [...['a', 'bcd', 'a', 'ef'].map((word) => ask(word, 2)), ask('a', 3), ...held] }
  })
  const answers = (await Promise.all(all)).slice(0, 5)
  expect(answers).toEqual([
    [{ answer: 'aa', long: 1 }],
    [{ answer: 'bcdbcd', long: 3 }],
    [{ answer: 'aa', long: 1 }],
    [{ answer: 'efef', long: 2 }],
    [{ answer: 'aaa', long: 1 }],
  ])
  expect(sent).toHaveLength(2)
  await watched.$disconnect()
})

it('stops a read that takes too long, and gives its connection to nobody else', async () => {
  const hasty = createDb({ url: database.url, poolSize: 1, manyMs: 50 })
  const pidOf = async () => (await hasty.rows({ pid: int })`SELECT pg_backend_pid() AS pid`)[0]?.pid
  const before = await pidOf()
  await holding(13, async () => {
    const read = waitFor(reader(hasty, 1, { kind: 'many' }), 13)
    await expect(read).rejects.toMatchObject({ name: 'OverloadedError', reason: 'slow' })
    expect(await blocked(13)).toBe(0)
  })
  expect(await pidOf()).not.toBe(before)
  await hasty.$disconnect()
})

it('does not take what fails by itself for something slow, and keeps its connection', async () => {
  const one = createDb({ url: database.url, poolSize: 1 })
  const many = reader(one, 1, { kind: 'many' })
  const before = await many.rows({ pid: int })`SELECT pg_backend_pid() AS pid`
  await expect(many.run`SELECT 1 / 0`).rejects.toMatchObject({ code: '22012' })
  expect(await many.rows({ pid: int })`SELECT pg_backend_pid() AS pid`).toEqual(before)
  await one.$disconnect()
})

it('sends nothing for one who hangs up while waiting', async () => {
  await db.run`CREATE TABLE asked (id int)`
  const caller = Object.assign(new EventEmitter(), { destroyed: false })
  const { running } = await holding(14, async () => {
    const started = [1, 2, 3].map(() => waitFor(reader(db, 1, { kind: 'many' }), 14))
    await expect.poll(() => blocked(14)).toBe(3)
    const waiting = reader(db, 1, { kind: 'many', requester: caller }).run`INSERT INTO asked VALUES (1)`
    caller.destroyed = true
    caller.emit('close')
    await expect(waiting).rejects.toMatchObject({ name: 'HungUpError' })
    return { running: started }
  })
  await Promise.all(running)
  expect(await db.run`SELECT id FROM asked`).toBe(0)
})

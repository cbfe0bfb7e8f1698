import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { int, transaction } from '../src/index.ts'
import type { Db } from '../src/index.ts'
import { createTestDatabase } from '../src/testing/index.ts'
import type { TestDatabase } from '../src/testing/index.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  db = database.db
  await db.pool.query('CREATE TABLE numbers (n int PRIMARY KEY)')
})
afterAll(() => database.close())
beforeEach(() => db.pool.query('DELETE FROM numbers'))

const numbers = async () => (await db.rows({ n: int })`SELECT n FROM numbers ORDER BY n`).map(({ n }) => n)

it('commits what was sent without waiting for it', async () => {
  await transaction(db, async (sql, sendAlong) => sendAlong(sql.run`INSERT INTO numbers VALUES (1)`))
  expect(await numbers()).toEqual([1])
})

it('rolls back when a statement that nothing waited for fails, and says why', async () => {
  const failing = transaction(db, async (sql, sendAlong) => {
    await sql.run`INSERT INTO numbers VALUES (1)`
    sendAlong(sql.run`INSERT INTO numbers VALUES (1)`)
  })
  await expect(failing).rejects.toThrow('duplicate key')
  expect(await numbers()).toEqual([])
})

it('says what failed first, not that PostgreSQL refuses what comes after it', async () => {
  const failing = transaction(db, async (sql, sendAlong) => {
    sendAlong(sql.run`INSERT INTO numbers VALUES (NULL)`)
    await sql.run`INSERT INTO numbers VALUES (2)`
  })
  await expect(failing).rejects.toThrow('null value')
  expect(await numbers()).toEqual([])
})

it('is no commit when a statement failed whose error was passed over', async () => {
  const failing = transaction(db, async (sql) => {
    await sql.run`INSERT INTO numbers VALUES (3)`
    await sql.run`INSERT INTO numbers VALUES (NULL)`.catch(() => undefined)
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await numbers()).toEqual([])
})

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statementNames } from '../src/client/statement-names.ts'
import { bigint, createDb, int, plannedEachTime, plannedNowAndThen, Prisma, text, transaction } from '../src/index.ts'
import type { Db, Sql } from '../src/index.ts'
import { createTestDatabase } from '../src/testing/index.ts'
import type { TestDatabase } from '../src/testing/index.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  db = createDb({ url: database.url, poolSize: 1 })
})
afterAll(async () => {
  await db.$disconnect()
  await database.close()
})

const prepared = (sql: Sql) =>
  sql.rows({ name: text, statement: text })`SELECT name, statement FROM pg_prepared_statements`

const ask = (sql: Sql, variant: string) =>
  sql.rows({ answer: int })(Prisma.sql`SELECT ${1}::int AS ${Prisma.raw(variant)}`)

async function askOften(sql: Sql, variant: string, times = 4) {
  for (let time = 0; time < times; time++) await ask(sql, variant)
}

it('prepares a statement that repeats, and none that came once', async () => {
  await ask(db, 'once')
  await askOften(db, 'often')
  const statements = (await prepared(db)).map(({ statement }) => statement)
  expect(statements.filter((text) => text.includes('AS often'))).toHaveLength(1)
  expect(statements.filter((text) => text.includes('AS once'))).toEqual([])
})

it('keeps a connection to the statements that it used last', async () => {
  for (let variant = 0; variant < 160; variant++) await askOften(db, `v${variant}`)
  const statements = (await prepared(db)).map(({ statement }) => statement)
  expect(statements.length).toBeLessThanOrEqual(150)
  expect(statements.some((text) => text.includes('AS v159'))).toBe(true)
  expect(statements.some((text) => text.includes('AS v0'))).toBe(false)
})

it('prepares anew what it has dropped, also in a transaction', async () => {
  await transaction(db, async (sql) => {
    await askOften(sql, 'v0')
    for (let variant = 0; variant < 160; variant++) await askOften(sql, `w${variant}`)
    await askOften(sql, 'v0')
  })
  for (let variant = 0; variant < 160; variant++) expect(await ask(db, `v${variant}`)).toEqual([{ [`v${variant}`]: 1 }])
})

it('does not fill a connection with ever new statements', async () => {
  for (let round = 0; round < 4; round++)
    for (let variant = 0; variant < 510; variant++) await ask(db, `round_${variant}`)
  const statements = (await prepared(db)).map(({ statement }) => statement)
  expect(statements.filter((text) => text.includes('AS round_'))).toEqual([])
})

it('names a statement by its text, the same in every process', async () => {
  await askOften(db, 'named')
  const named = (await prepared(db)).find(({ statement }) => statement.includes('AS named'))
  const digest = createHash('sha256')
    .update(named?.statement ?? '')
    .digest('base64url')
  expect(named?.name).toBe(`mb_${digest.slice(0, 24)}`)
})

it('prepares none whose plan depends on its values, however often it comes', async () => {
  for (let time = 0; time < 8; time++) await db.rows({ n: int })`SELECT ${time}::int AS n ${plannedEachTime}`
  const statements = (await prepared(db)).map(({ statement }) => statement)
  expect(statements.filter((text) => text.includes('planned for'))).toEqual([])
})

it('prepares anew what is to be planned now and then, once its plan is old', async () => {
  const client = await db.pool.connect()
  const nameOf = statementNames({ keptMs: -1 })
  const texts = ['SELECT 1 AS kept', `SELECT 1 AS aged ${plannedNowAndThen.sql}`]
  for (const text of texts)
    for (let time = 0; time < 6; time++) await client.query({ name: nameOf(client, text), text })
  client.release()
  const uses = await db.rows({ statement: text, uses: bigint })`
    SELECT statement, generic_plans + custom_plans AS uses FROM pg_prepared_statements WHERE statement ~ 'AS (kept|aged)'`
  expect(new Map(uses.map(({ statement, uses: times }) => [statement, Number(times)]))).toEqual(
    new Map([
      [texts[0], 3],
      [texts[1], 1],
    ]),
  )
})

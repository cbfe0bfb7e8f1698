import { afterAll, beforeAll, expect, it } from 'vitest'
import { bigint, bool, createDb, filled, int, json, oneOf, orNull, Prisma, text, timestamp } from '../src/index.ts'
import type { Db } from '../src/index.ts'
import { createTestDatabase } from '../src/testing/index.ts'
import type { TestDatabase } from '../src/testing/index.ts'
import { createStatementCheck } from '../src/testing/statement-check.ts'

let database: TestDatabase
let db: Db
const { inspect, check } = createStatementCheck()

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  db = createDb({ url: database.url, inspect })
  await db.pool.query(`CREATE TABLE parent (id bigint PRIMARY KEY, name text NOT NULL, note text, at timestamptz);
    CREATE TABLE child (parent_id bigint NOT NULL, kind text NOT NULL);
    INSERT INTO parent VALUES (1, 'one', NULL, NULL), (2, 'two', 'n', now()); INSERT INTO child VALUES (1, 'a'), (1, 'b')`)
})
afterAll(async () => {
  await db.$disconnect()
  await database.close()
})

const mistakes = async (...statements: readonly Promise<unknown>[]) => {
  await Promise.all(statements)
  return check(database.url).then(
    () => '',
    (error: unknown) => String(error),
  )
}

it('finds a column that has another name', async () => {
  const found = await mistakes(db.rows({ nmae: text })`SELECT name FROM parent`)
  expect(found).toContain('Column nmae is declared, but the statement does not answer it.')
  expect(found).toContain('Column name (text) is answered, but not declared.\nIn: SELECT name FROM parent')
})

it('finds a column that has another type', async () => {
  expect(await mistakes(db.rows({ id: int })`SELECT id FROM parent`)).toContain(
    'Column id is declared as another type than bigint',
  )
})

it('finds a column that can be null, though it is not in these rows', async () => {
  expect(await mistakes(db.rows({ note: text })`SELECT note FROM parent WHERE id = 2`)).toContain('note can be null')
})

it('finds a column that is null where nothing is known of it beforehand', async () => {
  expect(await mistakes(db.rows({ long: text })`SELECT note || '…' AS long FROM parent`)).toContain('long was null')
})

it('finds a column that can never be null', async () => {
  const found = await mistakes(db.rows({ name: orNull(text) })`SELECT name FROM parent`)
  expect(found).toContain('name can never be null')
})

it('finds a column from the side of a join that may be missing, unless it is asked for', async () => {
  const from = Prisma.sql`FROM parent LEFT JOIN child ON parent_id = id`
  expect(await mistakes(db.rows({ kind: text })`SELECT kind ${from} WHERE id = 1`)).toContain('kind can be null')
  expect(
    await mistakes(
      db.rows({ name: text, kind: orNull(text) })`SELECT name, kind ${from}`,
      db.rows({ kind: text })`SELECT kind ${from} WHERE kind = 'a'`,
    ),
  ).toBe('')
})

it('finds text that is none of the choices, and JSON of another shape', async () => {
  expect(await mistakes(db.rows({ kind: oneOf(['a']) })`SELECT kind FROM child`)).toContain('kind held "b"')
  const shape = json({
    parse(value) {
      if (!Array.isArray(value)) throw new Error('It is no list')
    },
  })
  expect(await mistakes(db.rows({ shape })`SELECT '{"a": 1}'::json AS shape`)).toContain('JSON of another shape')
})

it('finds two columns of one name', async () => {
  expect(await mistakes(db.rows({ a: int })`SELECT 1 AS a, 2 AS a`)).toContain('Two columns have one name')
})

it('finds values that are not what PostgreSQL takes them for', async () => {
  const found = await mistakes(
    db.run`UPDATE parent SET note = ${5} WHERE id = 0`,
    db.run`SELECT 1 WHERE ${new Date()}::date = current_date`,
    db.run`SELECT 1 WHERE 1 = ANY (${['1']}::int[])`,
  )
  expect(found).toContain('Parameter $1 is a number, but the statement takes text')
  expect(found).toContain('Parameter $1 is a Date, but the statement takes date')
  expect(found).toContain('Parameter $1 is a list of string, but the statement takes integer[]')
})

it('has nothing to say about what is declared rightly', async () => {
  const columns = { id: bigint, note: filled(text), at: orNull(timestamp), is_old: bool }
  const rows = db.rows(columns)`
    SELECT id, note, at, at < now() AS is_old FROM parent WHERE note IS NOT NULL AND id = ANY (${[1, 2]}::bigint[])`
  expect(await mistakes(rows)).toBe('')
  expect(await rows).toEqual([{ id: 2n, note: 'n', at: expect.any(Date), is_old: true }])
})

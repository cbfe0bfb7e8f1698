import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bigint, bool, filled, int, oneOf, orNull, Prisma, text, timestamp, transaction } from '../src/index.ts'
import type { Db } from '../src/index.ts'
import { createTestDatabase } from '../src/testing/index.ts'
import type { TestDatabase } from '../src/testing/index.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  await db.pool.query(`CREATE TABLE parent (id bigint PRIMARY KEY, name text NOT NULL, note text, at timestamptz);
    CREATE TABLE child (parent_id bigint NOT NULL, kind text NOT NULL);
    INSERT INTO parent VALUES (1, 'one', NULL, NULL), (2, 'two', 'n', now()); INSERT INTO child VALUES (1, 'a'), (1, 'b')`)
})
afterAll(() => database.close())

describe('a statement is refused where', () => {
  it('a column has another name', async () => {
    await expect(db.rows({ nmae: text })`SELECT name FROM parent`).rejects.toThrow(
      /Column nmae is declared.*\nColumn name \(text\) is answered, but not declared\.\nIn: SELECT name/,
    )
  })
  it('a column has another type', async () => {
    await expect(db.rows({ id: int })`SELECT id FROM parent`).rejects.toThrow(
      /id is declared as another type than bigint/,
    )
  })
  it('a column can be null, though it is not in these rows', async () => {
    await expect(db.rows({ note: text })`SELECT note FROM parent WHERE id = 2`).rejects.toThrow(/note can be null/)
  })
  it('a column is null where nothing is known of it beforehand', async () => {
    await expect(db.rows({ long: text })`SELECT note || '…' AS long FROM parent`).rejects.toThrow(/long was null/)
  })
  it('a column can never be null', async () => {
    await expect(db.rows({ name: orNull(text) })`SELECT name FROM parent`).rejects.toThrow(/name can never be null/)
  })
  it('a column comes from the side of a join that may be missing', async () => {
    const query = Prisma.sql`FROM parent LEFT JOIN child ON parent_id = id`
    await expect(db.rows({ kind: text })`SELECT kind ${query} WHERE id = 1`).rejects.toThrow(/kind can be null/)
    await expect(db.rows({ name: text, kind: orNull(text) })`SELECT name, kind ${query}`).resolves.toHaveLength(3)
    // Asked for, it is never missing.
    await expect(db.rows({ kind: text })`SELECT kind ${query} WHERE kind = 'a'`).resolves.toEqual([{ kind: 'a' }])
  })
  it('a text is none of the choices', async () => {
    await expect(db.rows({ kind: oneOf(['a']) })`SELECT kind FROM child`).rejects.toThrow(/kind held "b"/)
  })
  it('two columns have one name', async () => {
    await expect(db.rows({ a: int })`SELECT 1 AS a, 2 AS a`).rejects.toThrow(/Two columns have one name/)
  })
  it('a value is not what PostgreSQL takes it for', async () => {
    await expect(db.run`UPDATE parent SET note = ${5} WHERE id = 1`).rejects.toThrow(/\$1 is a number, .* takes text/)
    await expect(db.run`SELECT 1 WHERE ${new Date()}::date = current_date`).rejects.toThrow(
      /\$1 is a Date, .* takes date/,
    )
    await expect(db.run`SELECT 1 WHERE 1 = ANY (${['1']}::int[])`).rejects.toThrow(
      /\$1 is a list, .* takes integer\[\]/,
    )
  })
})

it('what is declared rightly is answered', async () => {
  const columns = { id: bigint, note: filled(text), at: orNull(timestamp), is_old: bool }
  const rows = await transaction(
    db,
    (sql) =>
      sql.rows(
        columns,
      )`SELECT id, note, at, at < now() AS is_old FROM parent WHERE note IS NOT NULL AND id = ANY (${[2, 3]}::bigint[])`,
  )
  expect(rows).toEqual([{ id: 2n, note: 'n', at: expect.any(Date), is_old: true }])
})

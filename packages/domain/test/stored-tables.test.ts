import { int, text } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { storedTables } from '@matterbase/domain/storage'
import { afterAll, beforeAll, expect, it } from 'vitest'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('says of each table with bytes of a caller how they are kept within bounds', async () => {
  const tables = await database.db.rows({ name: text })`
    SELECT DISTINCT relname::text AS name FROM pg_class
    JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
    JOIN pg_type ON pg_type.oid = atttypid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> '_prisma_migrations' AND (typname IN ('text', 'varchar', 'bytea', 'json', 'jsonb') OR typcategory = 'A')`
  expect(
    tables.map(({ name }) => name).toSorted(),
    'a table with text, JSON, arrays or bytes belongs into packages/domain/src/core/storage/stored-tables.ts',
  ).toEqual(Object.keys(storedTables).toSorted())
})

it('has triggers on the tables that are counted in the transaction of each write', async () => {
  const triggers = await database.db.rows({ name: text, count: int })`
    SELECT tgrelid::regclass::text AS name, count(*)::int AS count FROM pg_trigger
    WHERE NOT tgisinternal AND tgfoid::regproc::text LIKE 'count_stored%' GROUP BY 1 ORDER BY 1`
  const counted = Object.entries(storedTables).filter(([, kept]) => 'counted' in kept)
  expect(triggers).toEqual(
    counted.map(([name]) => ({ name, count: 3 })).toSorted((a, b) => a.name.localeCompare(b.name)),
  )
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { text } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { kept, practice } from '../src/sample/sample-tables.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('says of each table of a workspace whether a reset of the sample data empties it', async () => {
  const tables = await database.db.rows({ name: text })`
    SELECT columns.table_name::text AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'workspace_id' AND table_name <> 'workspaces'
      AND NOT (SELECT relispartition FROM pg_class WHERE oid = to_regclass(quote_ident(table_name)))`
  const said = [...practice, ...kept].toSorted()
  const names = tables.map(({ name }) => name).toSorted()
  expect(said, 'each table with a workspace_id belongs into `practice` or `kept` of sample-tables.ts, once').toEqual(
    names,
  )
})

import { int, json, Prisma } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { findWorkspaceOf } from '@matterbase/domain'
import { addAccount } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { haveFields } from '../src/core/custom-fields/filter.ts'

let database: TestDatabase
let own: number
let foreign: number

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const workspaceOf = async (email: string) => {
    await addAccount(db, { email })
    const { workspaceId } = await findWorkspaceOf(db, email, 'live')
    return workspaceId
  }
  own = await workspaceOf('ada@example.com')
  foreign = await workspaceOf('grace@example.com')
  await db.run`
    INSERT INTO custom_field_definitions (workspace_id, resource, key, label, type, position, is_filterable)
    SELECT workspace, 'matters', 'f' || n, 'Field', (ARRAY['text', 'number', 'date', 'select'])[1 + n % 4], n, n < 10
    FROM unnest(ARRAY[${own}::int, ${foreign}::int]) AS workspace, generate_series(0, 99) AS n`
  await db.run`
    UPDATE custom_field_definitions SET options = '[{"id": 7, "label": "Roe", "archived": false}]'
    WHERE workspace_id > 0 AND type = 'select'`
  for (let from = 1; from < 20_000; from += 2_000)
    await db.run`
      INSERT INTO matters (workspace_id, title, status, words, custom_fields, created_at, updated_at)
      SELECT CASE WHEN n % 2 = 0 THEN ${own}::int ELSE ${foreign}::int END, 'M', 'In Progress', '{}', (
               SELECT json_object_agg('f' || field, CASE field % 4
                 WHEN 0 THEN to_json('text ' || n / 2) WHEN 1 THEN to_json(n / 100)
                 WHEN 2 THEN to_json(to_char(date '2020-01-01' + n / 100, 'YYYY-MM-DD')) ELSE json_build_object('id', n / 200) END)
               FROM generate_series(0, 99) AS field
             ), now() + n * interval '1 ms', now() + n * interval '1 ms'
      FROM generate_series(${from}::int, ${from}::int + 1999) AS n`
  await db.run`ANALYZE matters, custom_values, custom_field_definitions`
})
afterAll(() => database.close())

it.each([
  [{ f0: 'text 4711' }, 1],
  [{ f1: '7' }, 50],
  [{ f1_from: '5', f1_to: '6' }, 100],
  [{ f2_from: '2020-01-01', f2_to: '2020-01-02' }, 99],
  [{ f3: '7' }, 100],
  [{ f3: 'Roe', f0: 'text 701', f1: '14' }, 1],
])('finds the matters with %o through an index, of 10,000 with 100 fields each', async (wanted, count) => {
  const { db } = database
  const id = { id: 'id', type: 'bigint' } as const
  const condition = await haveFields(db, { workspaceId: own, resource: 'matters' }, wanted, id)
  const select = Prisma.sql`FROM matters WHERE workspace_id = ${own} AND deleted_at IS NULL AND ${condition}`
  expect(await db.rows({ count: int })`SELECT count(*)::int AS count ${select}`).toEqual([{ count }])
  const [plan] = await db.rows({ 'QUERY PLAN': json(z.unknown()) })`
    EXPLAIN (FORMAT JSON) SELECT id ${select} ORDER BY id LIMIT 51`
  const text = JSON.stringify(plan)
  expect(text).toMatch(/custom_values_workspace_id_field_id_(text|number|date)_value_record_id_idx/)
  expect(text).not.toContain('Seq Scan')
})

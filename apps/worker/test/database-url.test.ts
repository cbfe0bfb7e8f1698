import { createDb, text } from '@matterbase/db'
import { expect, inject, it } from 'vitest'
import { keyedAccess } from '../src/runtime/database-url.ts'

const planner = ['enable_hashjoin', 'enable_mergejoin', 'enable_seqscan', 'jit']

it('keeps PostgreSQL from reading whole tables, and from compiling plans that look expensive', async () => {
  const db = createDb({ url: keyedAccess(inject('matterbaseDatabase')) })
  const found = await db.rows({ name: text, setting: text, source: text })`
    SELECT name, setting, source FROM pg_settings WHERE name = ANY (${planner}::text[]) ORDER BY name`
  await db.$disconnect()
  // Of the connection, because the PostgreSQL of an operator has other settings.
  expect(found).toEqual(planner.map((name) => ({ name, setting: 'off', source: 'client' })))
})

it('keeps the options of the connection string', () => {
  const url = new URL(keyedAccess('postgresql://a@db/m?options=-c%20geqo%3Doff'))
  expect(url.searchParams.get('options')).toMatch(/^-c geqo=off -c /)
})

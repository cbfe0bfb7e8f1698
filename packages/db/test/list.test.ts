import { afterAll, beforeAll, expect, it } from 'vitest'
import { growingList, list, text } from '../src/index.ts'
import type { Db, ListType } from '../src/index.ts'
import { createTestDatabase } from '../src/testing/index.ts'
import type { TestDatabase } from '../src/testing/index.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  db = database.db
})
afterAll(() => database.close())

type Items = Parameters<typeof list>[0]

const stored = async (items: Items, type: ListType) => {
  const [row] = await db.rows({ items: text })`SELECT coalesce(array_to_json(${list(items, type)})::text, '') AS items`
  return JSON.parse(row?.items ?? '') as unknown
}

const long = 'ü€😀"\\{},'.repeat(5_000)

it.each<[ListType, Items, unknown]>([
  ['int', [0, -1, 2_147_483_647, null], [0, -1, 2_147_483_647, null]],
  ['bigint', [1, 9_007_199_254_740_991n, '-5'], [1, 9_007_199_254_740_991, -5]],
  ['float8', [0.1, -1e300, 3], [0.1, -1e300, 3]],
  ['text', ['', 'a', long, null, 'NULL', '{"a":"\\n"}'], ['', 'a', long, null, 'NULL', '{"a":"\\n"}']],
  ['bytea', [new Uint8Array([0, 255]), new Uint8Array()], ['\\x00ff', '\\x']],
  [
    'timestamptz',
    [new Date('2026-11-24T08:06:02.007Z'), new Date('1969-12-31T23:59:59.999Z')],
    ['2026-11-24T08:06:02.007+00:00', '1969-12-31T23:59:59.999+00:00'],
  ],
  ['text', [], []],
])('keeps every item of a list of %s', async (type, items, expected) => {
  expect(await stored(items, type)).toEqual(expected)
})

it('keeps ten thousand items that come one by one', async () => {
  const grown = growingList('text')
  const items = Array.from({ length: 10_000 }, (_, at) => (at % 7 === 0 ? null : `${'x'.repeat(at % 50)}é${at}`))
  for (const item of items) grown.push(item)
  const [row] = await db.rows({ items: text })`SELECT array_to_json(${grown.end()})::text AS items`
  expect(JSON.parse(row?.items ?? '')).toEqual(items)
})

it('refuses a number that is none of its type, and text that cannot be stored', async () => {
  await expect(stored([2 ** 31], 'int')).rejects.toThrow('out of range')
  await expect(stored(['a\0b'], 'text')).rejects.toThrow('invalid byte sequence')
})

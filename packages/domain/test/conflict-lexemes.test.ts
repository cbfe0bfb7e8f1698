import { Prisma, texts } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { alphabets } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { conflictNamesOf } from '../src/core/names/conflict-names.ts'
import { wordsOf } from '../src/core/names/fold-name.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const workspaceId = 7
const prefix = `${workspaceId}:`

async function lexemesIn(vector: Prisma.Sql): Promise<string[]> {
  const [row] = await database.db.rows({ lexemes: texts })`SELECT tsvector_to_array(${vector}) AS lexemes`
  expect(row?.lexemes.every((lexeme) => lexeme.startsWith(prefix))).toBe(true)
  return row?.lexemes.map((lexeme) => lexeme.slice(prefix.length)) ?? []
}

const leadNames = conflictNamesOf('leads')
const written = (record: Record<string, string>) => lexemesIn(Prisma.sql`${leadNames(workspaceId, record)}::tsvector`)

const names = [
  'Kai Krüger, Krueger & Kruger',
  'Łukasz Żółć – ZÓŁĆ sp. z o.o. / Ødegård',
  'Straße ẞ Æther œuvre Þór İbrahim Yıldız',
  'ИВАНОВ Παπαδόπουλος ΠΑΠΑΔΟΠΟΥΛΟΣ Ёлкин',
  '㈱山田商事・佐々木 ﾄﾖﾀ ガンダム 김철수',
  'สมชาย ใจดี จำกัด',
  "O’Brien D'Angelo «quoted» “too” a…b ACME® 1.234,50 €",
  "It\\s a path \\\\ C: 'quoted' \u0001=1 null",
]

it.each(names)('writes a lexeme for each word of %s', async (text) => {
  const lexemes = await written({ description: text })
  expect({ text, missing: wordsOf(text).filter((word) => !lexemes.includes(word)) }).toEqual({ text, missing: [] })
})

it.each(names)('has the lexemes that an earlier version has of %s', async (text) => {
  const former = await lexemesIn(Prisma.sql`name_vector(${workspaceId}::int, ${text}, ${text})`)
  const now = await written({ company: text, description: text })
  expect(now.toSorted()).toEqual([...new Set(former)].toSorted())
})

it.each(Object.entries(alphabets))('bounds the lexemes of 65,536 letters of %s', async (_name, text) => {
  const lexemes = await written({ first_name: text.slice(0, 255), company: text.slice(0, 255), description: text })
  expect(lexemes.length).toBeLessThanOrEqual(3_000)
  expect(lexemes.filter((lexeme) => Array.from(lexeme).length > 64)).toEqual([])
})

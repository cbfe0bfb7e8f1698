import { texts } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wordsOf } from '../src/intake/conflicts/fold-name.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('folds names in the database as it does in the check', async () => {
  const workspaceId = 7
  const names = [
    'Kai Krüger, Krueger & Kruger',
    'Łukasz Żółć – ZÓŁĆ sp. z o.o. / Ødegård',
    'Straße ẞ Æther œuvre Þór İbrahim Yıldız',
    'ИВАНОВ Παπαδόπουλος ΠΑΠΑΔΟΠΟΥΛΟΣ Ёлкин',
    '㈱山田商事・佐々木 ﾄﾖﾀ ガンダム 김철수',
    'สมชาย ใจดี จำกัด',
    "O’Brien D'Angelo «quoted» “too” a…b ACME® 1.234,50 €",
  ]
  for (const text of names) {
    const [row] = await database.db.rows({ lexemes: texts })`
      SELECT tsvector_to_array(name_vector(${workspaceId}::int, NULL, ${text})) AS lexemes`
    const words = row?.lexemes.map((lexeme) => lexeme.slice(`${workspaceId}:`.length)) ?? []
    expect({ text, missing: wordsOf(text).filter((word) => !words.includes(word)) }).toEqual({ text, missing: [] })
  }
})

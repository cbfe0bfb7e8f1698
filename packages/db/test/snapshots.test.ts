import { snapshot } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A snapshot that stays open until `end`. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { ended: snapshot(database.db, 'account', () => promise), end: resolve }
}

it('gives the third snapshot of an account the place of one that ends', async () => {
  const [first, second] = [hold(), hold()]
  const third = snapshot(database.db, 'account', () => Promise.resolve('read'))
  await expect(snapshot(database.db, 'account', () => Promise.resolve())).rejects.toThrow('Too many wait')
  first.end()
  expect(await third).toBe('read')
  second.end()
  await Promise.all([first.ended, second.ended])
})

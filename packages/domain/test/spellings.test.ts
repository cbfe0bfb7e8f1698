import { expect, it } from 'vitest'
import { foldWord, plainWords } from '../src/core/names/fold-name.ts'
import { spellingsOf } from '../src/intake/conflicts/spellings.ts'

it.each(['Krüger', 'Krueger', 'Kruger', 'Kjær', 'Ødegård', 'Müllers', 'Hansa'])('finds %s as it is written', (name) => {
  const [plain = ''] = plainWords(name)
  expect(spellingsOf([foldWord(plain)])).toContain(plain)
})

it('takes words that are looked for by their beginning whole, and no Japanese', () => {
  expect(spellingsOf(['brandt*', '山田'])).toEqual(expect.arrayContaining(['brandt', 'brandts']))
  expect(spellingsOf(['山田'])).toEqual([])
  expect(spellingsOf(['a'.repeat(60)]).length).toBeLessThanOrEqual(48)
})

import { alphabets } from '@matterbase/schemas/testing'
import { expect, it } from 'vitest'
import { boundedForm } from '../src/core/tx/bounded-form.ts'
import { searchableWords, words } from '../src/core/tx/words.ts'

it.each(Object.entries(alphabets))('has words without a blank for %s', (_name, text) => {
  const found = searchableWords(text)
  expect(found.filter((word) => word === '' || /\s/u.test(word))).toEqual([])
  expect(found.join('').length).toBeLessThanOrEqual(16 * text.length)
})

it.each(['´', '¨', '¯', '¸', '\u0301', '\u05B0', '\u064B', 'Klaus´ Auto', 'null', ''])(
  'has no empty word for %j',
  (text) => {
    expect(searchableWords(text)).not.toContain('')
  },
)

it('finds the words of ordinary texts', () => {
  expect(searchableWords('Klaus´ Auto')).toEqual(expect.arrayContaining(['klaus', 'auto']))
  expect(searchableWords('Krüger')).toEqual(['krüger', 'kruger', 'krueger'])
  expect(searchableWords('NULL and null')).toEqual(['null', 'and'])
  expect(searchableWords('ﬃ ㌖ ①')).toEqual(expect.arrayContaining(['ffi', '1']))
  for (const text of ['Smith v Jones', 'Çelik İbrahim', '東京地方裁判所', 'Łódź', 'ａｃｍｅ'])
    expect(searchableWords(text)).toEqual(expect.arrayContaining(words(text)))
})

it.each(['NFKC', 'NFKD'] as const)('has the form %s of texts that do not grow much', (form) => {
  const texts = [
    'Krüger',
    '김철수 대한민국',
    'ếộữ Việt Nam',
    'ᾂᾲᾷ',
    '㈱山田商事',
    'e\u0301'.repeat(3_000),
    '\u{20000}'.repeat(2_000),
  ]
  for (const text of texts) expect(boundedForm(text, form)).toBe(text.normalize(form))
})

it('bounds the form of texts that grow', () => {
  expect(boundedForm('\uFDFA'.repeat(10_000), 'NFKC').length).toBe(20_064)
  expect(boundedForm('\uFDFA'.repeat(10_000), 'NFKD').length).toBe(40_064)
  expect(boundedForm(`a${'\u0301'.repeat(10_000)}b`, 'NFKC').length).toBeLessThan(40)
})

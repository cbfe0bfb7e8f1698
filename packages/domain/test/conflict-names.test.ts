import { expect, it } from 'vitest'
import { nameFit, textFit } from '../src/intake/conflicts/name-fit.ts'
import { textWords, parseName } from '../src/intake/conflicts/parse-name.ts'
import { alikePairs, otherPairs } from './name-pairs.ts'

const fits = ([a, b]: readonly [string, string]) => nameFit(parseName(a), parseName(b)) !== undefined

it('finds names however they are written, and few others', () => {
  const missed = alikePairs.filter((pair) => !fits(pair)).map((pair) => pair.join(' = '))
  const wrong = otherPairs.filter(fits).map((pair) => pair.join(' = '))
  const found = alikePairs.length - missed.length
  expect(alikePairs.length + otherPairs.length).toBeGreaterThanOrEqual(200)
  expect({ missed, recall: found / alikePairs.length >= 0.98 }).toMatchObject({ recall: true })
  expect({ wrong, precision: found / (found + wrong.length) >= 0.9 }).toMatchObject({ precision: true })
})

it.each([
  ['Kai Krüger', 'Hansa Logistik – Kündigung Lagerleiter Krüger', 'surname'],
  ['Kai Kruger', 'Hansa Logistik – Kündigung Lagerleiter Krüger', 'surname'],
  ['Kai Krueger', 'Klage von Kai Peter Kruger gegen die Stadt', 'words'],
  ['Hansa Logistik GmbH', 'Mein Arbeitgeber HANSA-LOGISTIK hat gekündigt', 'words'],
  ['Hansalogistik', 'gegen Hansa Logistik', 'words'],
  ['Jane Doe', 'The other side is represented by Jane M. Doe.', 'words'],
  ['Jane Doe', 'Doe, Jane ./. Smith', 'words'],
  ['山田', '株式会社山田商事との契約', 'words'],
  ['山田太郎', '株式会社山田商事との契約', 'surname'],
  ['สมชาย ใจดี', 'คดีของสมชายใจดีกับบริษัท', 'words'],
  ['Hansa Logistik', 'Hansa Spedition und Baltic Logistik, in one sentence with many words between', undefined],
  ['Kai Krüger', 'Krügers Freund Kai', undefined],
  ['Jane Doe', 'Doe not, Janet', undefined],
  ['Logistik', 'Hansa Logistik', undefined],
])('%s in “%s”: %s', (name, text, expected) => {
  expect(textFit(parseName(name), textWords(text))).toBe(expected)
})

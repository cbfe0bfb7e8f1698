import { expect, it } from 'vitest'
import { firstName, initials } from '../src/components/values/person-names.ts'

it.each([
  ['Dr. Anna Köhler', 'Anna', 'AK'],
  ['Prof. Dr. Anna Köhler', 'Anna', 'AK'],
  ['Prof. Dr.-Ing. Jürgen von der Heide', 'Jürgen', 'JH'],
  ['RA Max Mustermann, LL.M.', 'Max', 'MM'],
  ['Frau RAin Öztürk', 'Öztürk', 'Ö'],
  ['Dipl.-Kfm. Ole Ohm', 'Ole', 'OO'],
  ['Maître Élise Dupont', 'Élise', 'ÉD'],
  ['Mr John Smith Jr.', 'John', 'JS'],
  ['Nina', 'Nina', 'N'],
  ['nina weber', 'nina', 'NW'],
  ['J. R. R. Tolkien', 'Tolkien', 'T'],
  ['山田太郎', '山田太郎', '山'],
  ['Dr.', 'Dr.', 'D'],
  ['', '', ''],
])('%s is greeted as %s and has the initials %s', (name, first, letters) => {
  expect([firstName(name), initials(name)]).toEqual([first, letters])
})

it('an email address has the initials of its parts', () => {
  expect(initials('anna.koehler@firm.example')).toBe('AK')
})

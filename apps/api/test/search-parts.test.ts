import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string
let owner: Member

const titles = [
  'Krüger ./. Łódzka',
  'Rahmenvertrag Lagerleitung',
  'Straße am Weißen Hof',
  'Crédit Agricole c. Société Générale',
  'Kruger v. Jones',
  'Krueger Estate',
  '株式会社山田商事の件',
  'คดีมรดกของนายสมชาย',
  `${'漢字'.repeat(40)}山田`,
  'Blumenthal',
]

beforeAll(async () => {
  api = await startApi()
  owner = await signedInAs(api)
  key = await api.key({ email: owner.account })
  for (const title of titles) await owner.call('POST', '/matters', { body: { title } })
  await owner.call('POST', '/leads', {
    body: { leadData: { first_name: 'Zoë', last_name: 'Müßig', company: 'Größe AG' } },
  })
})
afterAll(() => api.close())

const found = async (q: string) =>
  (await api.call('GET', `/matters?include=total&q=${encodeURIComponent(q)}`, { key })).rows.map(({ title }) => title)

const [krüger, rahmen, straße, crédit, kruger, krueger, yamada, thai, long] = titles

describe('a list finds', () => {
  it.each([
    ['krug', [krüger, kruger]],
    ['Kruger', [krüger, kruger]],
    ['krueg', [krüger, krueger]],
    ['Krüger', [krüger, kruger, krueger]],
    ['KRÜ', [krüger, kruger, krueger]],
    ['kr', [krüger, kruger, krueger]],
    ['rahmen', [rahmen]],
    ['lagerleit', [rahmen]],
    ['vertrag', [rahmen]],
    ['vertrag lager', [rahmen]],
    ['lodz', [krüger]],
    ['łódź', [krüger]],
    ['łódz', [krüger]],
    ['strass', [straße]],
    ['straß', [straße]],
    ['weis', [straße]],
    ['credit societe', [crédit]],
    ['générale', [crédit]],
    ['generale', [crédit]],
    ['山田', [yamada, long]],
    ['山', [yamada, long]],
    ['มรดก', [thai]],
    ['สมชาย', [thai]],
    ['blue', []],
    ['ue', []],
    ['%', undefined],
    ['_', undefined],
  ])('%s', async (q, expected) => {
    if (expected === undefined) {
      expect((await api.call('GET', `/matters?q=${encodeURIComponent(q)}`, { key })).status).toBe(400)
      return
    }
    expect(await found(q)).toEqual(expected)
  })
})

it('finds leads with and without accents, and takes what would be a pattern as text', async () => {
  for (const q of ['mussig', 'müssig', 'Müß', 'zoe', 'groesse', 'Größe zoë', 'mußig']) {
    expect([q, (await owner.call('GET', `/lead-board?q=${encodeURIComponent(q)}`)).rows.length]).toEqual([q, 1])
    expect([q, (await owner.call('GET', `/search?kind=lead&q=${encodeURIComponent(q)}`)).rows.length]).toEqual([q, 1])
  }
  for (const q of ['.', '^', '[', '\\', 'm.ssig', '(', '*', 'a{2}', '^zoe', '-', ']'])
    expect([q, (await owner.call('GET', `/lead-board?q=${encodeURIComponent(q)}`)).rows.length]).toEqual([q, 0])
})

it('finds parts with ⌘K as well', async () => {
  for (const q of ['vertrag', 'krug', '山田', 'societe'])
    expect([q, (await owner.call('GET', `/search?kind=matter&q=${encodeURIComponent(q)}`)).rows.length > 0]).toEqual([
      q,
      true,
    ])
})

it('walks what has a common part page by page, each record once', async () => {
  const data = Array.from({ length: 200 }, (_, at) => ({ external_id: `c-${at}`, title: `Mietsache ${at}` }))
  for (let batch = 0; batch < 6; batch++)
    await api.call('POST', '/matters/bulk', {
      key,
      body: { data: data.map(({ title, ...row }) => ({ title, external_id: `${row.external_id}-${batch}` })) },
    })
  const seen: unknown[] = []
  for (let query = 'q=ietsac&limit=200'; query !== '';) {
    const { body, rows } = await api.call('GET', `/matters?${query}`, { key })
    seen.push(...rows.map(({ id }) => id))
    const next = body['next_cursor']
    query = typeof next === 'string' ? `limit=200&cursor=${next}` : ''
  }
  expect(seen).toHaveLength(1200)
  expect(new Set(seen).size).toBe(1200)
  const { body } = await api.call('GET', '/matters?q=ietsac&include=total&limit=1', { key })
  expect(body).toMatchObject({ total: 1200, has_more: true })
})

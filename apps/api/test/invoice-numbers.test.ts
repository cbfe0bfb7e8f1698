import { text } from '@matterbase/db'
import { numberKey } from '@matterbase/schemas/reading'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

async function issue(owner: Member, body: object) {
  const made = await owner.call('POST', '/invoices', { body: { lines: [{ description: 'Fee', net: 1 }] } })
  return owner.call('POST', `/invoices/${Number(made.body.data['invoice_id'])}/issue`, { body })
}

const nextIn = async (owner: Member, year: number) =>
  (await owner.call('GET', `/invoices/next-number?issue_date=${year}-01-02`)).body

describe('the next number', () => {
  it.each([
    ['26-0100', '27-0001', false],
    ['R 20260001', 'R 20270001', false],
    ['AB1226-0100', 'AB1226-0101', true],
    ['202611001', '202611002', true],
    ['INV-0043', 'INV-0044', false],
  ])('has the year of its issue date after %s, or a warning', async (number, invoice_number, keeps_year) => {
    const owner = await signedInAs(api)
    expect((await issue(owner, { invoice_number: number, issue_date: '2026-11-05' })).status).toBe(200)
    expect(await nextIn(owner, 2027)).toMatchObject({ invoice_number, keeps_year })
    expect(await nextIn(owner, 2026)).toMatchObject({ keeps_year: false })
  })
})

describe('numbers that look the same', () => {
  it.each([
    ['a zero width space', 'A-1', 'A-1\u200B'],
    ['a word joiner', 'A-1', 'A\u2060-1'],
    ['full width', 'A-1', 'Ａ－１'],
    ['another encoding', 'Ä-1', 'A\u0308-1'],
  ])('are one number: %s', async (_case, first, second) => {
    const owner = await signedInAs(api)
    expect((await issue(owner, { invoice_number: first })).status).toBe(200)
    const again = await issue(owner, { invoice_number: second })
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('"taken"')])
  })

  it('are compared with numbers of earlier versions too, which stay as they are', async () => {
    const owner = await signedInAs(api)
    const old = await issue(owner, { invoice_number: 'A-1' })
    const id = Number(old.body.data['invoice_id'])
    await api.db.run`UPDATE invoices SET invoice_number = ${'A-1\u200B'} WHERE invoice_id = ${id}`
    expect((await issue(owner, { invoice_number: 'A-1' })).status).toBe(400)
    expect((await owner.call('GET', `/invoices/${id}`)).body.data['invoice_number']).toBe('A-1\u200B')
  })

  it('have no invisible characters, and no number consists of them', async () => {
    const owner = await signedInAs(api)
    expect((await issue(owner, { invoice_number: 'B\u2060-1\u00AD ' })).body.data['invoice_number']).toBe('B-1')
    expect((await issue(owner, { invoice_number: '\u200B' })).status).toBe(400)
    expect((await issue(owner, { invoice_number: 'a\nb' })).status).toBe(400)
  })

  it('have the same key in PostgreSQL', async () => {
    const points = Array.from({ length: 0x11_00_00 }, (_, code) => code).filter((code) =>
      /\p{Cf}|[\u3000\uFF01-\uFFEE]|\p{Lu}/u.test(String.fromCodePoint(code)),
    )
    const numbers = points.map((code) => `R${String.fromCodePoint(code)}-1`)
    const rows = await api.db.rows({ key: text })`
      SELECT record_number_key(number) AS key FROM unnest(${numbers}::text[]) WITH ORDINALITY AS given (number, at) ORDER BY at`
    const differing = numbers.filter((number, at) => numberKey(number) !== rows[at]?.key)
    expect(differing).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { join, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Browser
let second: Browser

beforeAll(async () => {
  api = await startApi({ canMail: true, publicUrl: 'https://firm.example' })
  owner = await signIn(api)
  second = await join(api, owner, 'owner')
  await join(api, owner, 'lawyer')
})
afterAll(() => api.close())

async function change(method: string, path: string, body?: object) {
  const reply = await owner.call(method, path, { ...(body && { body }) })
  expect(reply.status, reply.text).toBe(200)
  return reply
}
const lastEntry = async (action: string) =>
  (await api.db.auditEntry.findFirst({ where: { action, actor: owner.email }, orderBy: { id: 'desc' } }))?.details
const [before, after] = ['DE89370400440532013000', 'GB29NWBK60161331926819']

describe('the audit log keeps the old and the new value', () => {
  it('of bank details and tax numbers, and only the names of other fields', async () => {
    await change('PATCH', '/live/firm', { iban: before, tax_number: '30/123/45678', city: 'Berlin' })
    expect(await lastEntry('firm.updated')).toEqual({
      fields: ['city', 'tax_number', 'iban'],
      changes: { iban: { from: null, to: before }, tax_number: { from: null, to: '30/123/45678' } },
    })
    await change('PATCH', '/live/firm', { iban: after, tax_number: '30/123/45678', city: 'Hamburg' })
    expect(await lastEntry('firm.updated')).toEqual({
      fields: ['city', 'tax_number', 'iban'],
      changes: { iban: { from: before, to: after } },
    })
    await change('PATCH', '/live/firm', { city: 'Bonn' })
    expect(await lastEntry('firm.updated')).toEqual({ fields: ['city'] })
  })

  it('of rates that are set, set again and removed', async () => {
    await change('PUT', '/live/rates', { scope: 'firm', amount: 250 })
    expect(await lastEntry('rate.set')).toEqual({ from: null, to: 250 })
    await change('PUT', '/live/rates', { scope: 'firm', amount: 300 })
    expect(await lastEntry('rate.set')).toEqual({ from: 250, to: 300 })
    const [rate] = (await change('GET', '/live/rates')).rows
    await change('DELETE', `/live/rates/${rate?.id}`)
    expect(await lastEntry('rate.removed')).toEqual({ from: 300, to: null })
  })

  it('of taxes', async () => {
    const vat = (percent: number) => ({ name: 'VAT', category: 'S', percent, reason: null, is_for_hard_costs: false })
    await change('PUT', '/live/tax-rates', { data: [vat(19)] })
    await change('PUT', '/live/tax-rates', { data: [vat(20)] })
    expect(await lastEntry('taxes.updated')).toEqual({ from: [vat(19)], to: [vat(20)] })
  })
})

describe('a change of bank details', () => {
  const noticesOf = () => api.db.mail.findMany({ where: { kind: 'notice' }, orderBy: { id: 'asc' } })

  it('in live is mailed to each owner, with who did it and without the whole account numbers', async () => {
    await api.db.mail.deleteMany()
    await change('PATCH', '/live/firm', { iban: before, bic: 'COBADEFFXXX' })
    const notices = await noticesOf()
    expect(notices.map(({ recipients }) => recipients)).toEqual(
      [owner.email, second.email].toSorted().map((to) => [to]),
    )
    for (const { subject, message, reply_to: replyTo, from_name: from, status } of notices) {
      expect([subject, replyTo, from, status]).toEqual([
        expect.stringMatching(/^The bank details of .* were changed$/),
        null,
        'Matterbase',
        'pending',
      ])
      expect(message).toContain(`${owner.email} changed them from the IP address`)
      expect(message).toContain('IBAN: GB29…6819 → DE89…3000')
      expect(message).toContain('BIC: none → COBADEFFXXX')
      expect(message).not.toContain(before)
    }
  })

  it('is not mailed when it changes nothing, in test, or for other fields', async () => {
    await api.db.mail.deleteMany()
    await change('PATCH', '/live/firm', { iban: before, city: 'Köln' })
    await change('PATCH', '/test/firm', { iban: before })
    expect(await noticesOf()).toEqual([])
  })
})

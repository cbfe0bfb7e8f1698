import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

it('returns the firm to every API key of its workspace, without bank details', async () => {
  const owner = await signIn(api)
  const key = await api.key({ email: owner.email, scopes: ['leads:write'] })
  const before = await api.call('GET', '/firm', { key })
  expect([before.status, before.body.data]).toMatchObject([200, { currency: null, time_zone: 'UTC', vat_id: null }])
  expect(before.body.data['name']).not.toBe('')
  const details = { legal_name: 'Hale LLP', iban: 'DE89370400440532013000', currency: 'KWD', time_zone: 'Asia/Kuwait' }
  expect((await owner.call('PATCH', '/live/firm', { body: details })).status).toBe(200)
  const after = await api.call('GET', '/firm', { key })
  expect(after.body.data).toMatchObject({ name: 'Hale LLP', currency: 'KWD', time_zone: 'Asia/Kuwait' })
  expect(after.text).not.toContain('DE8937')
  const test = await api.key({ email: owner.email, environment: 'test' })
  expect((await api.call('GET', '/firm', { key: test })).body.data).toMatchObject({ currency: null })
  const cached = await api.call('GET', '/firm', { key, headers: { 'if-none-match': after.headers.get('etag') ?? '' } })
  expect(cached.status).toBe(304)
})

it('lists the tax rates of the workspace to keys that can read invoices', async () => {
  const owner = await signIn(api)
  const rates = [
    { name: 'VAT', category: 'S', percent: 7 },
    { name: 'Abroad', category: 'AE', percent: 0, reason: 'Reverse charge' },
  ]
  expect((await owner.call('PUT', '/live/tax-rates', { body: { data: rates } })).status).toBe(200)
  const listed = await api.call('GET', '/tax-rates', { key: await api.key({ email: owner.email }) })
  expect(listed.body.data).toEqual([
    { name: 'VAT', category: 'S', percent: 7, reason: null, is_for_hard_costs: false },
    { name: 'Abroad', category: 'AE', percent: 0, reason: 'Reverse charge', is_for_hard_costs: false },
  ])
  expect((await api.call('GET', '/tax-rates', { key: await api.key() })).body.data).toEqual([])
  const other = await api.key({ email: owner.email, scopes: ['matters:read'] })
  expect((await api.call('GET', '/tax-rates', { key: other })).status).toBe(403)
})

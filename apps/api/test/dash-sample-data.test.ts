import { afterAll, beforeAll, expect, it } from 'vitest'
import { float, texts } from '@matterbase/db'
import { join, signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Browser

beforeAll(async () => {
  api = await startApi()
  owner = await signIn(api)
})
afterAll(() => api.close())

const reset = (session: Browser, environment = 'test') => session.call('POST', `/${environment}/sample-data/reset`)
const titles = async (environment: string) =>
  (await owner.call('GET', `/${environment}/matters`)).rows.map(({ title }) => title)
const all = async (path: string) => (await owner.call('GET', `/test${path}`)).rows

it('puts the sample practice in the place of whatever the test workspace held, and leaves live alone', async () => {
  for (const environment of ['live', 'test']) {
    await owner.call('POST', `/${environment}/matters`, { body: { title: 'Mine' } })
    await owner.call('POST', `/${environment}/expenses`, { body: { description: 'Mine' } })
  }
  const endpoint = { url: 'https://example.com', events: ['matter.created'] }
  await owner.call('POST', '/test/webhooks', { body: endpoint })
  expect((await reset(owner)).body).toEqual({ success: true })
  const first = await titles('test')
  expect(first).toContain('Estate of Eleanor Moss')
  expect(first).not.toContain('Mine')
  expect(await titles('live')).toEqual(['Mine'])
  expect([await all('/expenses?q=mine'), (await owner.call('GET', '/live/expenses')).rows.length]).toEqual([[], 1])
  expect((await owner.call('GET', '/test/webhooks')).body['webhooks']).toHaveLength(1)
  expect((await reset(owner)).status).toBe(200)
  expect((await titles('test')).toSorted()).toEqual(first.toSorted())
  expect(await api.db.auditEntry.count({ where: { actor: owner.email, action: 'sample_data.reset' } })).toBe(2)
})

it('is a practice that holds together: found by its words, billed time and expenses on invoices, leads in every state', async () => {
  await reset(owner)
  expect(await all('/matters?q=warehouse')).toHaveLength(1)
  expect(await all('/clients?q=haddad')).toHaveLength(1)
  expect(await all('/time-entries?q=settlement')).toHaveLength(1)
  const invoices = await all('/invoices')
  expect(invoices.map(({ status }) => status).toSorted()).toEqual(['draft', 'overdue', 'paid', 'sent'])
  for (const { invoice_id: id, total_amount: total, status, amount_paid: paid } of invoices) {
    const [lines] = await api.db.rows({ amount: float, work: texts })`
      SELECT sum(line.net)::float8 AS amount, array_agg(DISTINCT coalesce(entry.status, expense.status)) AS work
      FROM invoice_lines AS line
      LEFT JOIN time_entries AS entry ON entry.workspace_id = line.workspace_id AND entry.id = line.time_entry_id
      LEFT JOIN expenses AS expense ON expense.workspace_id = line.workspace_id AND expense.id = line.expense_id
      WHERE line.invoice_id = ${Number(id)}`
    expect(lines).toEqual({ amount: total, work: [status === 'paid' ? 'paid' : 'billed'] })
    expect(paid).toBe(status === 'paid' ? total : null)
  }
  const leads = (await owner.call('GET', '/test/leads')).body['leads'] as { status: string }[]
  expect(leads.map(({ status }) => status).toSorted()).toEqual(['contacted', 'lost', 'new', 'new', 'qualified'])
  const documents = await all('/documents')
  expect(documents.map(({ status }) => status).toSorted()).toEqual(['declined', 'sent', 'signed'])
  const expenses = await all('/expenses')
  expect(expenses.map(({ status }) => status).toSorted()).toEqual([
    'billed',
    'paid',
    ...Array.from({ length: 5 }, () => 'pending'),
  ])
  expect(expenses.filter(({ case_id: of }) => of === null)).toMatchObject([{ client_id: null, is_billable: false }])
  expect(await all('/expenses?q=train%20bristol')).toMatchObject([{ quantity: 1, unit_price: 68.4, code: 'E110' }])
  for (const records of [await all('/matters?limit=200'), expenses])
    expect(new Set(records.map(({ updated_at: stamp }) => stamp)).size).toBe(records.length)
})

it('answers what records of the API would: rates with their source, who worked, and a currency', async () => {
  await reset(owner)
  const entries = await all('/time-entries?limit=200')
  const { id: userId } = (await owner.call('GET', '/test/colleagues')).rows[0] ?? {}
  for (const entry of entries) {
    expect(entry).toMatchObject({ rate_source: 'entry', user_id: userId, billing_rate: entry['hourly_rate'] })
    expect(entry['billed_hours']).toBe(entry['duration'])
  }
  const expenses = await all('/expenses')
  for (const expense of expenses) expect(expense['user_id']).toBe(userId)
  const money = [await all('/invoices'), await all('/payments')].flat()
  expect(money.map(({ currency }) => currency)).toEqual(money.map(() => 'GBP'))
  await owner.call('PATCH', '/test/firm', { body: { currency: 'EUR' } })
  await reset(owner)
  expect((await all('/payments')).map(({ currency }) => currency)).toEqual(['EUR'])
})

it('is never done in live, and only by an owner', async () => {
  await owner.call('POST', '/live/matters', { body: { title: 'Kept' } })
  const before = await titles('live')
  expect((await reset(owner, 'live')).body).toMatchObject({ code: 'conflict', error: expect.stringContaining('test') })
  expect(await titles('live')).toEqual(before)
  for (const role of ['lawyer', 'developer', 'read-only'] as const)
    expect((await reset(await join(api, owner, role))).body.code).toBe('insufficient_scope')
})

it.each([
  ['S', 19, 'O', 0],
  ['S', 19, 'E', 0],
  ['O', 0, 'S', 19],
])('resets with the tax rates of the firm, %s %i and %s %i for hard costs', async (category, percent, other, rate) => {
  const session = await signIn(api)
  const reason = 'Not subject to tax'
  const data = [
    { name: 'Fees', category, percent, ...(category === 'S' ? {} : { reason }) },
    { name: 'Costs', category: other, percent: rate, is_for_hard_costs: true, ...(other === 'S' ? {} : { reason }) },
  ]
  const set = await session.call('PUT', '/test/tax-rates', { body: { data } })
  expect(set.status, set.text).toBe(200)
  const done = await reset(session)
  expect(done.status, done.text).toBe(200)
  expect((await session.call('GET', '/test/invoices')).rows.length).toBeGreaterThan(0)
})

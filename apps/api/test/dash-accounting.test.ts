import { randomUUID } from 'node:crypto'
import { charts } from '@matterbase/schemas/charts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Member

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  owner = await signedInAs(api)
  const firm = { currency: 'EUR', time_zone: 'Pacific/Auckland' }
  await owner.call('PATCH', '/firm', { body: firm })
})

const numbers = {
  chart: 'SKR03',
  consultant_number: 29_098,
  client_number: 55_003,
  fiscal_year_start: '01-01',
  account_length: 4,
  first_debtor_number: 10_000,
}

async function setAccounts(changes: object = {}) {
  const reply = await owner.call('PATCH', '/accounting/settings', { body: { ...charts.SKR03, ...numbers, ...changes } })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

async function addClient(name = 'Hale') {
  return (await owner.call('POST', '/clients', { body: { company_name: name } })).body.data.id
}

async function addInvoice(clientId: number, net: number, issueDate = '2026-10-05') {
  const lines = [{ description: 'Fee', net, tax_category: 'S', tax_percent: 19 }]
  const draft = await owner.call('POST', '/invoices', { body: { client_user_id: clientId, lines } })
  const id = Number(draft.body.data['invoice_id'])
  const issued = await owner.call('POST', `/invoices/${id}/issue`, { body: { issue_date: issueDate } })
  expect(issued.status, issued.text).toBe(200)
  return { id, number: String(issued.body.data['invoice_number']) }
}

const exported = (query: string, member = owner) => member.call('GET', `/accounting/journal?${query}`)

interface Entry {
  readonly date: string
  readonly kind: string
  readonly document: string | null
  readonly debtor_account: string | null
  readonly contra_account: string | null
  readonly gross: number
}

async function entriesOf(from: string, to: string) {
  const reply = await exported(`from_date=${from}&to_date=${to}`)
  expect(reply.status, reply.text).toBe(200)
  return (reply.body.data as unknown as { entries: readonly Entry[] }).entries
}

/** The sum of each pair of accounts. */
function sumsOf(entries: readonly Entry[]) {
  const pairs = Map.groupBy(entries, (one) => `${one.debtor_account} ${one.contra_account}`)
  return Object.fromEntries([...pairs].map(([pair, of]) => [pair, of.reduce((sum, { gross }) => sum + gross, 0)]))
}

it('keeps settings, and refuses accounts that do not fit', async () => {
  expect((await owner.call('GET', '/accounting/settings')).body.data).toMatchObject({
    consultant_number: null,
    revenue_accounts: [],
  })
  const saved = await setAccounts()
  expect(saved).toEqual({ ...charts.SKR03, ...numbers })
  expect((await owner.call('GET', '/accounting/settings')).body.data).toEqual(saved)
  const wrong = [
    { consultant_number: 12 },
    { client_number: 100_000 },
    { fiscal_year_start: '13-01' },
    { account_length: 9 },
    { bank_account: '12a0' },
    { bank_account: '12000' },
    { first_debtor_number: 70_000 },
    { revenue_accounts: [charts.SKR03.revenue_accounts[0], charts.SKR03.revenue_accounts[0]] },
  ]
  for (const body of wrong) {
    const reply = await owner.call('PATCH', '/accounting/settings', { body })
    expect(reply.status, JSON.stringify(body)).toBe(400)
  }
  expect((await owner.call('GET', '/accounting/settings')).body.data).toEqual(saved)
})

it('refuses a DATEV file without settings, with a list', async () => {
  await addInvoice(await addClient(), 100)
  const reply = await exported('format=datev&from_date=2026-10-01&to_date=2026-10-31')
  expect(reply.status).toBe(409)
  const fields = (reply.body['details'] as { field: string }[]).map(({ field }) => field)
  expect(fields).toContain('settings.consultant_number')
  expect(fields).toContain('settings.revenue_accounts')
})

it('has the same bytes again, in Windows-1252, and an entry in the audit log', async () => {
  await setAccounts()
  const { number } = await addInvoice(await addClient('Müller "Recht"; 🙂'), 100)
  const query = 'format=datev&from_date=2026-10-01&to_date=2026-10-31'
  const reply = await exported(query)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=windows-1252')
  expect(reply.headers.get('content-disposition')).toBe(
    'attachment; filename="EXTF_Buchungsstapel_2026-10-01_2026-10-31.csv"',
  )
  expect(reply.text).toContain(`119,00;"S";"EUR";;;;10001;8400;;0510;"${number}";;;"Rechnung M`)
  expect((await exported(query)).text).toBe(reply.text)
  const entries = await api.db.rows({})`
    SELECT FROM audit_entries WHERE action = 'data.exported' AND target = 'journal.datev' AND user_id = ${owner.userId}::text::uuid`
  expect(entries).toHaveLength(2)
})

it('books what happens at night on the day of the firm', async () => {
  await setAccounts()
  const clientId = await addClient()
  const { id } = await addInvoice(clientId, 100)
  expect((await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'cancelled' } })).status).toBe(200)
  // 1 November in Auckland.
  await api.db.run`UPDATE invoices SET voided_at = '2026-10-31T12:30:00Z' WHERE invoice_id = ${id}`
  const october = await entriesOf('2026-10-01', '2026-10-31')
  expect(october.map(({ kind }) => kind)).toEqual(['invoice'])
  const november = await entriesOf('2026-11-01', '2026-11-30')
  expect(november).toMatchObject([{ kind: 'void', date: '2026-11-01', gross: -119 }])
})

it('splits a payment over two invoices, and keeps the sums of a past period', async () => {
  await setAccounts()
  const clientId = await addClient()
  const [one, two] = [await addInvoice(clientId, 100), await addInvoice(clientId, 50)]
  const body = { key: randomUUID(), client_id: clientId, amount: 200, paid_on: '2026-10-20', method: 'Cash' }
  const paid = await owner.call('POST', '/payments', { body })
  expect(paid.status, paid.text).toBe(201)
  const october = await entriesOf('2026-10-01', '2026-10-31')
  expect(october.map(({ kind, document, gross }) => [kind, document, gross])).toEqual([
    ['invoice', one.number, 119],
    ['invoice', two.number, 59.5],
    ['payment', one.number, -119],
    ['payment', two.number, -59.5],
    ['client_credit', null, -21.5],
  ])
  expect((await owner.call('DELETE', `/payments/${paid.body.data.id}`)).status).toBe(200)
  const part = {
    ...body,
    key: randomUUID(),
    amount: 19,
    method: 'Card',
    allocations: [{ invoice_id: one.id, amount: 19 }],
  }
  await owner.call('POST', '/payments', { body: { ...part, paid_on: '2026-11-02' } })
  expect((await owner.call('POST', `/invoices/${one.id}/write-off`, { body: {} })).status).toBe(200)
  expect((await owner.call('POST', `/invoices/${one.id}/credit-notes`, { body: {} })).status).toBe(201)
  expect(sumsOf(await entriesOf('2026-10-01', '2026-10-31'))).toEqual(sumsOf(october))
  const later = sumsOf(await entriesOf('2026-11-01', '2027-10-01'))
  expect(later).toEqual({ '10001 1000': 200, '10001 1200': -19, '10001 8400': -119, '10001 2406': 0 })
})

it('gives a client without a number the lowest free one, and refuses a number twice', async () => {
  await setAccounts()
  const [first, second] = [await addClient(), await addClient()]
  const set = (id: number, debtor: number | null) =>
    owner.call('PATCH', `/clients/${id}/billing`, { body: { debtor_number: debtor } })
  expect((await set(second, 10_001)).status).toBe(200)
  const again = await set(first, 10_001)
  expect(again.status).toBe(400)
  expect(again.body['details']).toMatchObject([{ field: 'debtor_number', code: 'taken' }])
  for (const id of [first, second]) await addInvoice(id, 10)
  const accounts = (await entriesOf('2026-10-01', '2026-10-31')).map((one) => one.debtor_account)
  expect(accounts).toEqual(['10002', '10001'])
  expect((await owner.call('GET', `/clients/${first}/billing`)).body.data['debtor_number']).toBe(10_002)
})

it('exports only what a role may read, and checks the period', async () => {
  const developer = await signedInAs(api, 'developer', owner.account)
  expect((await exported('from_date=2026-10-01&to_date=2026-10-31', developer)).status).toBe(403)
  const reader = await signedInAs(api, 'read-only', owner.account)
  expect((await exported('from_date=2026-10-01&to_date=2026-10-31', reader)).status).toBe(200)
  expect((await reader.call('PATCH', '/accounting/settings', { body: numbers })).status).toBe(403)
  for (const query of [
    'from_date=2026-10-01',
    'from_date=2026-10-31&to_date=2026-10-01',
    'from_date=2026-01-01&to_date=2028-01-01',
    'from_date=x&to_date=2026-10-01',
  ])
    expect((await exported(query)).status, query).toBe(400)
  expect((await exported('from_date=2026-10-01&to_date=2026-10-31&format=xlsx')).status).toBe(400)
})

it('asks for the password in live', async () => {
  await api.db.run`UPDATE sessions SET authenticated_at = now() - interval '1 hour'`
  expect((await exported('from_date=2026-10-01&to_date=2026-10-31')).body.code).toBe('password_needed')
  const inTest = await owner.call('GET', '/accounting/journal?from_date=2026-10-01&to_date=2026-10-31', {
    environment: 'test',
  })
  expect(inTest.status).toBe(200)
})

it('has the totals of the period by currency', async () => {
  const clientId = await addClient()
  await addInvoice(clientId, 100)
  const body = { key: randomUUID(), client_id: clientId, amount: 20, paid_on: '2026-10-20' }
  await owner.call('POST', '/payments', { body })
  expect((await owner.call('GET', '/accounting/totals?from_date=2026-10-01&to_date=2026-10-31')).body.data).toEqual([
    {
      currency: 'EUR',
      entries: 2,
      net: '100.00',
      tax: '19.00',
      gross: '119.00',
      taxes: [{ category: 'S', percent: 19, net: '100.00', tax: '19.00' }],
      payments: '20.00',
      refunds: '0.00',
      written_off: '0.00',
    },
  ])
})

it('is the same file for an API key with invoices:read, in each format', async () => {
  await addInvoice(await addClient('Żółć'), 100)
  const key = await api.key({ email: owner.account, scopes: ['invoices:read'] })
  const path = '/accounting/journal?from_date=2026-10-01&to_date=2026-10-31'
  const bytes = async (url: string, headers: Record<string, string>) => {
    const response = await fetch(`${api.origin}${url}`, { headers })
    return { status: response.status, etag: response.headers.get('etag') ?? '', body: await response.bytes() }
  }
  const byKey = (format: string, more: Record<string, string> = {}) =>
    bytes(`/api/v1${path}&format=${format}`, { authorization: `Bearer ${key}`, ...more })
  const missing = await api.call('GET', `${path}&format=datev`, { key })
  expect([missing.status, missing.body.code]).toEqual([409, 'missing_data'])
  await setAccounts()
  for (const format of ['json', 'csv', 'datev']) {
    const file = await byKey(format)
    const inDashboard = await bytes(`/dash/v1/live${path}&format=${format}`, { cookie: owner.cookie })
    expect([file.status, file.body.length > 100, file.body]).toEqual([200, true, inDashboard.body])
    expect((await byKey(format, { 'if-none-match': file.etag })).status).toBe(304)
  }
  const where = { action: 'data.exported', target: 'journal.datev', user_id: null }
  expect(await api.db.auditEntry.count({ where })).toBe(3)
  expect((await api.call('POST', path, { key, body: {} })).status).toBe(405)
})

it('is refused without the scope, and has no entries of another account', async () => {
  await addInvoice(await addClient(), 100)
  const path = '/accounting/journal?from_date=2026-10-01&to_date=2026-10-31'
  const other = await api.call('GET', path, { key: await api.key() })
  expect([other.status, other.body.data]).toMatchObject([200, { entries: [], totals: [] }])
  const scopes = ['matters:read', 'clients:read', 'documents:read'] as const
  const refused = await api.call('GET', path, { key: await api.key({ email: owner.account, scopes: [...scopes] }) })
  expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope'])
  for (const query of [
    'format=xlsx',
    'currency=eur',
    'from_date=2026-02-30&to_date=2026-03-01',
    'from_date=2026-10-01',
  ])
    expect((await api.call('GET', `/accounting/journal?${query}`, { key: await api.key() })).status, query).toBe(400)
  expect((await api.call('GET', '/accounting/journal', { key: await api.key() })).status).toBe(200)
})

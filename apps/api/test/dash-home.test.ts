import { randomUUID } from 'node:crypto'
import { findWorkspace } from '@matterbase/domain'
import { createInvoice, createKey } from '@matterbase/domain/testing'
import { recordContracts } from '@matterbase/schemas'
import type { Field, RecordContract } from '@matterbase/schemas'
import { recordBody } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Member
let workspaceId: number

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  owner = await signedInAs(api)
  workspaceId = await findWorkspace(api.db, owner.account, 'live')
})

const home = async (member = owner) => (await member.call('GET', '/home')).body

it('is all zeros in a new workspace', async () => {
  expect(await home()).toMatchObject({
    checklist: { key_made: false, first_call: false, endpoint_made: false, first_delivery: false },
    first_steps: {
      firm_described: false,
      rate_set: false,
      client_added: false,
      matter_opened: false,
      time_recorded: false,
      invoice_made: false,
    },
    today: { entries: 0, hours: 0 },
    unbilled: { entries: 0, hours: 0, amount: 0 },
    unlogged: [],
    overdue: { count: 0, sums: [], data: [] },
    new_leads: { count: 0, data: [] },
    calls: { calls: 0, errors: 0, hours: Array.from({ length: 24 }, () => ({ calls: 0, errors: 0 })) },
    failing: [],
  })
})

it('ticks the checklist as things are done', async () => {
  const { key } = await createKey(api.db, {
    email: owner.account,
    name: 'k',
    environment: 'live',
    tier: 'free',
    scopes: ['matters:read'],
  })
  expect((await home())['checklist']).toMatchObject({ key_made: true, first_call: false })
  await api.call('GET', '/me', { key })
  await expect.poll(async () => (await home())['checklist']).toMatchObject({ first_call: true, endpoint_made: false })
  await owner.call('POST', '/webhooks', { body: { url: 'http://localhost:1/', events: ['matter.created'] } })
  expect((await home())['checklist']).toMatchObject({ endpoint_made: true, first_delivery: false })
  await api.db.run`UPDATE webhook_endpoints SET last_success_at = now() WHERE workspace_id = ${workspaceId}`
  expect((await home())['checklist']).toMatchObject({ first_delivery: true })
})

it('adds up time, invoices and leads', async () => {
  await owner.call('POST', '/time-entries', { body: { duration: 1.5, rate: 100 } })
  await createInvoice(api.db, workspaceId, { number: 'A-1', total: 80, status: 'overdue', dueDate: '2020-01-01' })
  await createInvoice(api.db, workspaceId, { number: 'A-2', total: 20.5, status: 'overdue' })
  await createInvoice(api.db, workspaceId, { number: 'A-3', total: 7, status: 'sent', dueDate: '2199-01-01' })
  await owner.call('POST', '/leads', { body: { leadData: { first_name: 'Dot', last_name: 'Doe' } } })
  await createInvoice(api.db, workspaceId, { number: 'A-4', total: 9.5, status: 'overdue', currency: 'USD' })
  expect(await home()).toMatchObject({
    today: { entries: 1, hours: 1.5 },
    unbilled: { entries: 1, hours: 1.5, amount: 150 },
    overdue: {
      count: 3,
      sums: [
        { currency: 'USD', amount: 9.5 },
        { currency: null, amount: 100.5 },
      ],
    },
    new_leads: { count: 1, data: [{ name: 'Dot Doe' }] },
  })
})

it('counts as overdue what the list and the invoice show as overdue, from the issue on', async () => {
  const own = await signedInAs(api)
  const lines = [{ description: 'Advice', net: 100 }]
  const drafts = [
    { issue_date: '2020-01-01', due_date: '2020-01-15' },
    { issue_date: '2020-01-01', due_date: '2199-01-15' },
  ]
  for (const dates of drafts) {
    const { body } = await own.call('POST', '/invoices', { body: { lines, ...dates } })
    await own.call('POST', `/invoices/${String(body.data['invoice_id'])}/issue`, { body: {} })
  }
  const all = (await own.call('GET', '/invoices')).rows
  expect(all.map(({ status }) => status)).toEqual(['overdue', 'sent'])
  const [late] = all
  const agree = async (count: number) => {
    const listed = (await own.call('GET', '/invoices?status=overdue')).rows
    const { body } = await own.call('GET', '/home?today=2026-03-14T00:00:00Z')
    expect([listed.length, body['overdue']]).toMatchObject([count, { count }])
  }
  await agree(1)
  const payment = { key: randomUUID(), client_id: null, amount: 100, paid_on: '2026-03-14' }
  const allocations = [{ invoice_id: late?.['invoice_id'], amount: 100 }]
  const paid = await own.call('POST', '/payments', { body: { ...payment, allocations } })
  expect(paid.status).toBe(201)
  await agree(0)
  await own.call('DELETE', `/payments/${String(paid.body.data['id'])}`)
  await agree(1)
})

it('names matters of today that no time was recorded for', async () => {
  const { body } = await owner.call('POST', '/matters', { body: { title: 'Forgotten' } })
  const worked = await owner.call('POST', '/matters', { body: { title: 'Worked on' } })
  await owner.call('POST', '/time-entries', { body: { case_id: worked.body.data.id, duration: 1 } })
  expect((await home())['unlogged']).toMatchObject([{ id: body.data.id, title: 'Forgotten' }])
})

it('counts calls and refusals by the hour and names failing endpoints', async () => {
  const log = (status: number, ago: string) => api.db.run`
    INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms)
    VALUES (${workspaceId}, 'r', 1, now() - ${ago}::text::interval, 'GET', '/me', ${status}, 1)`
  await log(200, '1 minute')
  await log(404, '1 minute')
  await log(500, '23 hours 30 minutes')
  await log(200, '25 hours')
  const { body: endpoint } = await owner.call('POST', '/webhooks', {
    body: { url: 'http://localhost:1/', events: ['matter.created'] },
  })
  await api.db.run`UPDATE webhook_endpoints SET failure_count = 4 WHERE workspace_id = ${workspaceId}`
  const { calls, failing } = (await home()) as unknown as { calls: { hours: object[] }; failing: object[] }
  expect(calls).toMatchObject({ calls: 3, errors: 2 })
  expect([calls.hours[0], calls.hours[23]]).toEqual([
    { calls: 1, errors: 1 },
    { calls: 2, errors: 1 },
  ])
  expect(failing).toMatchObject([{ id: endpoint['id'], failure_count: 4, is_active: true }])
})

it('leaves out what a role may not read', async () => {
  const developer = await home(await signedInAs(api, 'developer', owner.account))
  expect([developer['today'], developer['overdue'], developer['new_leads']]).toEqual([null, null, null])
  expect(developer['calls']).not.toBeNull()
  const lawyer = await home(await signedInAs(api, 'lawyer', owner.account))
  expect([lawyer['checklist'], lawyer['calls'], lawyer['failing']]).toEqual([null, null, null])
  expect(lawyer['unbilled']).not.toBeNull()
})

it('tells what happened to a matter, newest first', async () => {
  const client = await owner.call('POST', '/clients', { body: { company_name: 'Doe Ltd' } })
  const clientId = client.body.data.id
  const matter = await owner.call('POST', '/matters', { body: { title: 'Doe', client_id: clientId } })
  await owner.call('POST', '/time-entries', {
    body: { case_id: matter.body.data.id, description: 'Call', duration: 1 },
  })
  await owner.call('PATCH', `/matters/${matter.body.data.id}`, { body: { status: 'On Hold' } })
  const { rows } = await owner.call('GET', `/activity?case_id=${matter.body.data.id}`)
  expect(rows.map((row) => [row['kind'], row['what'], row['title']])).toEqual([
    ['matter', 'changed', 'Doe'],
    ['time_entry', 'recorded', 'Call'],
    ['matter', 'created', 'Doe'],
  ])
  const ofClient = await owner.call('GET', `/activity?client_id=${clientId}`)
  expect(ofClient.rows.at(-1)).toMatchObject({ kind: 'client', what: 'created', title: 'Doe Ltd' })
  for (const query of ['', '?case_id=1&client_id=1', '?case_id=x'])
    expect((await owner.call('GET', `/activity${query}`)).status).toBe(400)
})

it('tells a matter of an invoice over all of its client, and of what was paid and credited on it', async () => {
  const post = async (path: string, body: object) => {
    const answer = await owner.call('POST', path, { body })
    expect([path, answer.status, answer.text]).toEqual([path, expect.toSatisfy((status) => status < 300), answer.text])
    return answer.body.data
  }
  const client = await post('/clients', { company_name: 'Wide Ltd' })
  const matter = await post('/matters', { title: 'Wide', client_id: client.id })
  const other = await post('/matters', { title: 'Other', client_id: client.id })
  const entry = await post('/time-entries', { case_id: matter.id, duration: 2, rate: 100 })
  const { invoice_id } = await post('/invoices', {
    client_user_id: client.id,
    lines: [{ time_entry_id: entry.id }],
  })
  const id = String(invoice_id)
  await post(`/invoices/${id}/issue`, {})
  await post('/payments', { key: randomUUID(), client_id: client.id, amount: 150, paid_on: '2026-01-01' })
  await post(`/invoices/${id}/credit-notes`, { lines: [{ line: 0, net: 10 }] })
  const bills = async (one: { id: unknown }) =>
    (await owner.call('GET', `/matters/${String(one.id)}/invoices`)).rows.map((row) => row['invoice_id'])
  expect([await bills(matter), await bills(other)]).toEqual([[invoice_id], []])
  const { rows } = await owner.call('GET', `/activity?case_id=${matter.id}`)
  const told = rows.filter((row) => row['kind'] === 'invoice' && String(row['id']) === id).map((row) => row['what'])
  expect(told.toSorted()).toEqual(['created', 'credited', 'payment recorded', 'sent'])
  const ofOther = await owner.call('GET', `/activity?case_id=${other.id}`)
  expect(ofOther.rows.map((row) => row['kind'])).toEqual(['matter'])
  const spent = await post('/expenses', { case_id: other.id, unit_price: 20 })
  const ofExpense = await post('/invoices', { client_user_id: client.id, lines: [{ expense_id: spent.id }] })
  expect([await bills(matter), await bills(other)]).toEqual([[invoice_id], [ofExpense.invoice_id]])
  const draft = `Draft ${String(ofExpense.invoice_id)}`
  expect((await owner.call('GET', `/activity?case_id=${other.id}`)).rows.map((row) => row['title'])).toContain(draft)
})

it.each(['matters', 'clients'] as const)('tells of every kind of record that refers to one of the %s', async (path) => {
  const make = (contract: RecordContract, more: object = {}) =>
    owner.call('POST', `/${contract.path}`, { body: { ...recordBody(contract, 'Doe'), ...more } })
  const { id } = (await make(recordContracts[path])).body.data
  const kinds = new Set<string | undefined>([recordContracts[path].found?.kind])
  for (const contract of Object.values(recordContracts))
    for (const [field, { references }] of Object.entries<Field>(contract.fields)) {
      // The activity shows the kinds of records that have a page.
      if (references !== path || !contract.found) continue
      expect((await make(contract, { [field]: id })).status).toBe(201)
      kinds.add(contract.found.kind)
    }
  const { rows } = await owner.call('GET', `/activity?${path === 'matters' ? 'case_id' : 'client_id'}=${id}`)
  expect(new Set(rows.map((row) => row['kind']))).toEqual(kinds)
})

import { ledesOf } from '@matterbase/domain/einvoice'
import type { FrozenInvoice } from '@matterbase/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Member
let clientId: number

beforeAll(async () => {
  api = await startApi()
  owner = await signedInAs(api)
  clientId = await idOf('/clients', { company_name: 'Hale Bakeries' })
})
afterAll(() => api.close())

const idOf = async (path: string, body: object) => (await owner.call('POST', path, { body })).body.data.id
const expense = (more: object = {}) =>
  idOf('/expenses', { client_id: clientId, description: 'Filing fee', unit_price: 120.5, ...more })
const time = () => idOf('/time-entries', { client_id: clientId, description: 'Call', duration: 1, rate: 100 })
const invoice = (lines: readonly object[]) =>
  owner.call('POST', '/invoices', { body: { client_user_id: clientId, lines } })
const invoiceId = async (lines: readonly object[]) => Number((await invoice(lines)).body.data['invoice_id'])
const statusOf = async (id: number) => (await owner.call('GET', `/expenses/${id}`)).body.data['status']
const issue = (id: number) => owner.call('POST', `/invoices/${id}/issue`, { body: {} })
const become = (id: number, status: string) => owner.call('PUT', `/invoices/${id}/status`, { body: { status } })

it('bills expenses beside time, in the order of the lines, and says so in every file', async () => {
  const court = await expense({ quantity: 2, date: '2026-03-14', vendor: 'District Court', code: 'E112' })
  const copies = await expense({ description: null, vendor: 'Copy shop', unit_price: 0.333, quantity: 10 })
  const reply = await invoice([{ time_entry_id: await time() }, { expense_id: court }, { expense_id: copies }])
  expect([reply.status, reply.body.data['total_amount']]).toEqual([201, 100 + 241 + 3.33])
  const id = Number(reply.body.data['invoice_id'])
  expect((await owner.call('GET', `/invoices/${id}/lines`)).rows).toMatchObject([
    { kind: 'time', expense_id: null },
    {
      kind: 'expense',
      time_entry_id: null,
      expense_id: court,
      description: 'Filing fee',
      quantity: 2,
      unit_price: 120.5,
      net: 241,
      worked_on: '2026-03-14',
    },
    { kind: 'expense', expense_id: copies, description: 'Copy shop', quantity: 10, unit_price: 0.333, net: 3.33 },
  ])
  expect(await Promise.all([statusOf(court), statusOf(copies)])).toEqual(['billed', 'billed'])
  await issue(id)
  const { frozen } = await api.db.invoice.findFirstOrThrow({ where: { invoice_id: id } })
  const ledes = ledesOf(frozen as unknown as FrozenInvoice)
    .split('\r\n')
    .slice(2, 5)
    .map((line) => line.split('|'))
  expect(ledes.map((fields) => [fields[9], fields[10], fields[12], fields[15], fields[20]])).toEqual([
    ['F', '1', '100.00', '', '100'],
    ['E', '2', '241.00', 'E112', '120.5'],
    ['E', '10', '3.33', 'E124', '0.333'],
  ])
  await become(id, 'paid')
  expect(await statusOf(court)).toBe('paid')
})

it('counts them among what waits, and lists them beside the time of a client', async () => {
  const before = (await owner.call('GET', `/unbilled?client_id=${clientId}`)).body as unknown as Record<string, number>
  const id = await expense({ unit_price: 10, quantity: 3 })
  await expense({ is_billable: false })
  expect((await owner.call('GET', `/unbilled?client_id=${clientId}`)).body).toEqual({
    ...before,
    expenses: Number(before['expenses']) + 1,
    amount: Number(before['amount']) + 30,
  })
  const { expenses } = (await owner.call('GET', `/unbilled-time/${clientId}`)).body as unknown as { expenses: object[] }
  expect(expenses).toContainEqual(expect.objectContaining({ id, quantity: 3, unit_price: 10, amount: 30 }))
  const { rows } = await owner.call('GET', '/unbilled-time')
  expect(rows).toContainEqual(expect.objectContaining({ client_id: clientId, expenses: expenses.length }))
})

it('frees what leaves a draft, a deleted draft, a void invoice and one that is credited whole', async () => {
  const id = await expense()
  const lines = [{ expense_id: id }]
  const draft = await invoiceId(lines)
  const kept = [{ expense_id: id, quantity: 1, unit_price: 99, description: 'Fee' }]
  await owner.call('PATCH', `/invoices/${draft}`, { body: { lines: kept } })
  expect(await statusOf(id)).toBe('billed')
  await owner.call('PATCH', `/invoices/${draft}`, { body: { lines: [] } })
  expect(await statusOf(id)).toBe('pending')
  await owner.call('DELETE', `/invoices/${await invoiceId(lines)}`)
  expect(await statusOf(id)).toBe('pending')
  const voided = await invoiceId(lines)
  await issue(voided)
  await become(voided, 'cancelled')
  expect(await statusOf(id)).toBe('pending')
  const credited = await invoiceId(lines)
  await issue(credited)
  await owner.call('POST', `/invoices/${credited}/credit-notes`, { body: { frees_time: true } })
  expect(await statusOf(id)).toBe('pending')
  expect((await invoice(lines)).status).toBe(201)
})

it('never bills one twice, not even on two invoices at the same moment, and leaves it free when one is refused', async () => {
  const id = await expense()
  const replies = await Promise.all([1, 2, 3, 4].map(() => invoice([{ expense_id: id }])))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  // A status that the API was told to set back frees nothing.
  await owner.call('PATCH', `/expenses/${id}`, { body: { status: 'pending' } })
  expect((await invoice([{ expense_id: id }])).status).toBe(409)
  const other = await expense()
  expect((await invoice([{ expense_id: other }, { time_entry_id: 99_999_999 }])).status).toBe(400)
  expect(await statusOf(other)).toBe('pending')
})

it('bills a fixed fee, and shows the time that it stands for at 0', async () => {
  const entry = await time()
  const id = await invoiceId([
    { description: 'Fixed fee', net: 900 },
    { time_entry_id: entry, unit_price: 0 },
  ])
  expect((await owner.call('GET', `/invoices/${id}/lines`)).rows).toMatchObject([
    { kind: 'fee', quantity: null, net: 900 },
    { kind: 'time', quantity: 1, unit_price: 0, net: 0 },
  ])
})

it('refuses what it cannot bill, naming the line', async () => {
  const id = await expense()
  const stranger = await signedInAs(api)
  const { body } = await stranger.call('POST', '/expenses', { body: { unit_price: 1 } })
  const others = await idOf('/expenses', {
    client_id: await idOf('/clients', { company_name: 'Roe' }),
    unit_price: 1,
  })
  const refused = async (...lines: readonly object[]) => {
    const reply = await invoice(lines)
    return [reply.status, (reply.body['details'] as readonly { field: string; code: string }[])[0]]
  }
  const field = 'lines[0].expense_id'
  expect(await refused({ expense_id: body.data['id'] })).toMatchObject([400, { field, code: 'not_found' }])
  expect(await refused({ expense_id: others })).toMatchObject([400, { field, code: 'other_client' }])
  expect(await refused({ expense_id: await expense({ is_billable: false }) })).toMatchObject([
    409,
    { field, code: 'not_billable' },
  ])
  expect(await refused({ expense_id: id }, { expense_id: id })).toMatchObject([
    400,
    { field: 'lines[1].expense_id', code: 'repeated' },
  ])
  expect(await refused({ expense_id: id, time_entry_id: await time() })).toMatchObject([
    400,
    { field, code: 'invalid_value' },
  ])
  expect(await statusOf(id)).toBe('pending')
})

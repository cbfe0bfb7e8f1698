import { randomUUID } from 'node:crypto'
import { charts } from '@matterbase/schemas/charts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Member
let clientId: number

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  owner = await signedInAs(api)
  await owner.call('PATCH', '/firm', { body: { currency: 'EUR', country: 'DE', time_zone: 'Europe/Berlin' } })
  clientId = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data.id
})

const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Europe/Berlin' })

/** An invoice of 119.00 at 19 % and 107.00 at 7 %. */
async function addInvoice() {
  const lines = [
    { description: 'Fee', net: 100, tax_category: 'S', tax_percent: 19 },
    { description: 'Books', net: 100, tax_category: 'S', tax_percent: 7 },
  ]
  const draft = await owner.call('POST', '/invoices', { body: { client_user_id: clientId, lines } })
  const id = Number(draft.body.data['invoice_id'])
  expect((await owner.call('POST', `/invoices/${id}/issue`, { body: {} })).status).toBe(200)
  return id
}

const writeOff = async (id: number) => {
  const reply = await owner.call('POST', `/invoices/${id}/write-off`, { body: { reason: 'Insolvent' } })
  expect(reply.status, reply.text).toBe(200)
}

const pay = (invoiceId: number, amount: number, paidOn = today()) => {
  const allocations = [{ invoice_id: invoiceId, amount }]
  return owner.call('POST', '/payments', {
    body: { key: randomUUID(), client_id: clientId, amount, paid_on: paidOn, allocations },
  })
}

const invoiceOf = async (id: number) => (await owner.call('GET', `/invoices/${id}`)).body.data as object

interface Entry {
  readonly date: string
  readonly kind: string
  readonly gross: number
  readonly tax_percent: number | null
}

async function entriesOf(kinds: readonly string[]) {
  const year = today().slice(0, 4)
  const reply = await owner.call('GET', `/accounting/journal?from_date=${year}-01-01&to_date=${year}-12-31`)
  const { entries } = reply.body.data as unknown as { entries: readonly Entry[] }
  return entries
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, gross, tax_percent: percent }) => [kind, percent, gross])
}

it('takes a write-off back by the amount of a payment, by tax rate, and the invoice is paid', async () => {
  const id = await addInvoice()
  await writeOff(id)
  expect(await invoiceOf(id)).toMatchObject({ status: 'cancelled', written_off_amount: 226, open_amount: 0 })
  const paid = await pay(id, 113)
  expect(paid.status, paid.text).toBe(201)
  expect(await invoiceOf(id)).toMatchObject({
    status: 'paid',
    amount_paid: 113,
    written_off_amount: 113,
    open_amount: 0,
    paid_date: today(),
  })
  expect(await entriesOf(['write_off', 'write_off_reversal', 'payment'])).toEqual([
    ['write_off', 19, -119],
    ['write_off', 7, -107],
    ['write_off_reversal', 19, 59.5],
    ['write_off_reversal', 7, 53.5],
    ['payment', null, -113],
  ])
  expect((await pay(id, 113)).status).toBe(201)
  expect(await invoiceOf(id)).toMatchObject({
    status: 'paid',
    amount_paid: 226,
    written_off_amount: 0,
    written_off_at: null,
  })
  const more = await pay(id, 1)
  expect([more.status, more.body['details']]).toMatchObject([400, [{ code: 'not_open' }]])
})

it('refuses more than the write-off, and makes the amount due again when the payment is reversed', async () => {
  const id = await addInvoice()
  await writeOff(id)
  const tooMuch = await pay(id, 227)
  expect([tooMuch.status, tooMuch.body['details']]).toMatchObject([400, [{ code: 'too_much' }]])
  const paid = await pay(id, 100)
  expect((await owner.call('DELETE', `/payments/${paid.body.data.id}`)).status).toBe(200)
  expect(await invoiceOf(id)).toMatchObject({ status: 'sent', open_amount: 100, written_off_amount: 126 })
  const voided = await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'cancelled' } })
  expect(voided.status).toBe(409)
  await writeOff(id)
  expect(await invoiceOf(id)).toMatchObject({ status: 'cancelled', written_off_amount: 226 })
  const amounts = (await entriesOf(['write_off', 'write_off_reversal'])).map(([, percent, gross]) => [percent, gross])
  const sumOf = (rate: number) =>
    amounts.filter(([percent]) => percent === rate).reduce((sum, [, gross]) => sum + Math.round(Number(gross) * 100), 0)
  expect([sumOf(19), sumOf(7)]).toEqual([-11_900, -10_700])
})

it('leaves written-off invoices out where a payment pays the oldest invoices', async () => {
  const id = await addInvoice()
  await writeOff(id)
  const body = { key: randomUUID(), client_id: clientId, amount: 50, paid_on: today() }
  expect((await owner.call('POST', '/payments', { body })).status).toBe(201)
  expect(await invoiceOf(id)).toMatchObject({ status: 'cancelled', written_off_amount: 226 })
})

it('takes back the tax rates of a credit note first', async () => {
  const id = await addInvoice()
  await pay(id, 26)
  await writeOff(id)
  const note = await owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line: 1, net: 50 }] } })
  expect(note.status, note.text).toBe(201)
  expect(await entriesOf(['write_off', 'write_off_reversal', 'credit_note'])).toEqual([
    ['credit_note', 7, -53.5],
    ['write_off', 19, -105.31],
    ['write_off', 7, -94.69],
    ['write_off_reversal', 7, 53.5],
  ])
})

it('refuses a debtor number that a client and invoices without a client would share, whichever is set second', async () => {
  const numbers = { consultant_number: 1001, client_number: 1, account_length: 4, fiscal_year_start: '01-01' }
  const setFirst = (first: number) =>
    owner.call('PATCH', '/accounting/settings', { body: { ...charts.SKR03, ...numbers, first_debtor_number: first } })
  const setOwn = (debtor: number) =>
    owner.call('PATCH', `/clients/${clientId}/billing`, { body: { debtor_number: debtor } })
  expect((await setFirst(10_000)).status).toBe(200)
  const own = await setOwn(10_000)
  expect([own.status, own.body['details']]).toMatchObject([400, [{ field: 'debtor_number', code: 'taken' }]])
  expect((await setOwn(20_000)).status).toBe(200)
  const first = await setFirst(20_000)
  expect([first.status, first.body['details']]).toMatchObject([400, [{ field: 'first_debtor_number', code: 'taken' }]])
  expect((await setFirst(10_000)).status).toBe(200)
})

it('gives debtor numbers of any digits and length outside of DATEV', async () => {
  const reply = await owner.call('PATCH', '/accounting/settings', { body: { first_debtor_number: 411_000 } })
  expect(reply.status, reply.text).toBe(200)
  await addInvoice()
  const day = today()
  const journal = await owner.call('GET', `/accounting/journal?from_date=${day}&to_date=${day}`)
  const { entries } = journal.body.data as unknown as { entries: readonly { debtor_account: string }[] }
  expect(entries.map((entry) => entry.debtor_account)).toEqual(['411001', '411001'])
})

it('refuses a second account for a method of payment in another spelling', async () => {
  const method_accounts = [
    { method: 'Kassa', account: '1000' },
    { method: 'kassa ', account: '1010' },
  ]
  const reply = await owner.call('PATCH', '/accounting/settings', { body: { method_accounts } })
  expect([reply.status, reply.body['details']]).toMatchObject([400, [{ field: 'method_accounts[1]', code: 'taken' }]])
})

it('moves credit to an invoice on the day on which it is spent, and keeps the day of the payment', async () => {
  const body = { key: randomUUID(), client_id: clientId, amount: 300, paid_on: '2026-01-05', allocations: [] }
  await owner.call('POST', '/payments', { body })
  const read = async (from: string, to: string) =>
    (await owner.call('GET', `/accounting/journal?from_date=${from}&to_date=${to}&format=csv`)).text
  const january = await read('2026-01-01', '2026-01-31')
  const id = await addInvoice()
  expect((await owner.call('POST', `/invoices/${id}/spend-credit`, { body: {} })).status).toBe(200)
  expect(await read('2026-01-01', '2026-01-31')).toBe(january)
  const lines = (await read(today(), today())).split('\r\n').filter((line) => /payment|credit/.test(line))
  expect(lines.map((line) => line.split(',').filter((_cell, at) => [1, 2, 10].includes(at)))).toEqual([
    ['payment', expect.stringMatching(/^INV-/), '-226.00'],
    ['client_credit', '', '226.00'],
  ])
})

import { int } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { FrozenInvoice } from '@matterbase/domain'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let api: Api

beforeAll(async () => {
  // Of many invoices that are issued at once, the last one waits long on a busy machine.
  database = await createTestDatabase({ patienceMs: 150_000 })
  api = await startApi({ database: { db: database.db, databaseUrl: database.url } })
})
afterAll(async () => {
  await api.close()
  await database.close()
})

const nothing = 0
const idOf = async (member: Member, path: string, body: object) =>
  (await member.call('POST', path, { body })).body.data.id
const client = (member: Member, name = 'Hale Bakeries') => idOf(member, '/clients', { company_name: name })
const time = (member: Member, clientId: number, more: object = {}) =>
  idOf(member, '/time-entries', { client_id: clientId, description: 'Call', duration: 1, rate: 100, ...more })
const statusOf = async (member: Member, id: number) =>
  (await member.call('GET', `/time-entries/${id}`)).body.data['status']
const invoice = (member: Member, body: object) => member.call('POST', '/invoices', { body: { lines: [], ...body } })
const invoiceId = async (member: Member, body: object) => Number((await invoice(member, body)).body.data['invoice_id'])
const linesOf = async (member: Member, id: number) => (await member.call('GET', `/invoices/${id}/lines`)).rows
const fee = { lines: [{ description: 'Fee', net: 1 }] }
const issue = (member: Member, id: number, body: object = {}) => member.call('POST', `/invoices/${id}/issue`, { body })
const frozenOf = async (id: number) =>
  (await api.db.invoice.findFirstOrThrow({ where: { invoice_id: id } })).frozen as unknown as FrozenInvoice
const pay = (member: Member, id: number, more: object = {}) =>
  member.call('PUT', `/invoices/${id}/status`, { body: { status: 'paid', ...more } })

async function paidEvents(id: number): Promise<number> {
  const [row] = await api.db.rows({ count: int })`
    SELECT count(*)::int AS count FROM events WHERE kind = 'invoice.paid' AND data->>'invoice_id' = ${String(id)}`
  return row?.count ?? nothing
}

describe('an invoice from time', () => {
  it('has a line for each entry, bills them, and is read through the API like any other', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const [a, b] = [
      await time(owner, clientId),
      await time(owner, clientId, { duration: 0.25, hourly_rate: 310.1, rate: 5 }),
    ]
    const reply = await invoice(owner, {
      client_user_id: clientId,
      due_date: '2026-12-31',
      lines: [
        { time_entry_id: a },
        { time_entry_id: b, description: 'Short call' },
        { description: 'Court fee', net: 40.5 },
      ],
    })
    expect(reply.status).toBe(201)
    expect(reply.body.data).toMatchObject({
      status: 'draft',
      client_user_id: clientId,
      total_amount: 218.03,
      due_date: '2026-12-31',
    })
    const id = Number(reply.body.data['invoice_id'])
    expect(await linesOf(owner, id)).toMatchObject([
      { time_entry_id: a, kind: 'time', description: 'Call', quantity: 1, unit_price: 100, net: 100 },
      { time_entry_id: b, description: 'Short call', quantity: 0.25, unit_price: 310.1, net: 77.53 },
      {
        time_entry_id: null,
        kind: 'fee',
        description: 'Court fee',
        quantity: null,
        unit_price: null,
        net: 40.5,
        worked_on: null,
      },
    ])
    expect([await statusOf(owner, a), await statusOf(owner, b)]).toEqual(['billed', 'billed'])
    const key = await api.key({ email: owner.account })
    expect((await api.call('GET', `/invoices/${id}`, { key })).body.data).toEqual(reply.body.data)
  })

  it('adds many decimals exactly, and rounds each product to cents before it adds', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const entries = await Promise.all(
      Array.from({ length: 3 }, () => time(owner, clientId, { duration: 0.3333, rate: 250 })),
    )
    const fromTime = await invoice(owner, { lines: entries.map((id) => ({ time_entry_id: id })) })
    expect(fromTime.body.data['total_amount']).toBe(249.99)
    const free = [0.1, 0.2, 12.345678, 1e-7, 999999999987.35].map((net) => ({ description: 'Fee', net }))
    const reply = await invoice(owner, { lines: free })
    expect(reply.text).toContain('"total_amount":999999999999.9956781,')
    const half = await invoice(owner, { lines: [{ description: 'x', quantity: 1.005, unit_price: 1 }] })
    expect(half.body.data['total_amount']).toBe(1.01)
  })

  it('bills an entry once, even when two invoices want it at once', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const entry = await time(owner, clientId)
    const body = { client_user_id: clientId, lines: [{ time_entry_id: entry }] }
    const replies = await Promise.all(Array.from({ length: 6 }, () => invoice(owner, body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      code: 'conflict',
      details: [{ field: 'lines[0].time_entry_id', code: 'not_billable' }],
    })
    expect((await owner.call('GET', '/invoices?include=total')).body['total']).toBe(1)
  })

  it('lets go of its time when it is cancelled, so that another can bill it', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const entry = await time(owner, clientId)
    const body = { client_user_id: clientId, lines: [{ time_entry_id: entry }] }
    const first = await invoiceId(owner, body)
    await owner.call('PUT', `/invoices/${first}/status`, { body: { status: 'cancelled' } })
    expect(await statusOf(owner, entry)).toBe('pending')
    expect(await linesOf(owner, first)).toMatchObject([{ time_entry_id: null, net: 100 }])
    const again = await owner.call('PUT', `/invoices/${first}/status`, { body: { status: 'sent' } })
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    const second = await invoiceId(owner, body)
    await pay(owner, second)
    expect(await statusOf(owner, entry)).toBe('paid')
  })

  it.each([
    ['no such entry', { time_entry_id: 999_999 }, 400, 'not_found'],
    ['an entry that is not billable', { is_billable: false }, 409, 'not_billable'],
    ['an entry of another client', { client: 'Other' }, 400, 'other_client'],
  ])('is refused for %s', async (_name, wrong, status, code) => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const of = 'client' in wrong ? await client(owner, wrong.client) : clientId
    const id =
      'time_entry_id' in wrong ? wrong.time_entry_id : await time(owner, of, 'is_billable' in wrong ? wrong : {})
    const reply = await invoice(owner, {
      client_user_id: clientId,
      lines: [{ description: 'Fee', net: 1 }, { time_entry_id: id }],
    })
    expect(reply.status).toBe(status)
    expect(reply.body['details']).toMatchObject([{ field: 'lines[1].time_entry_id', code }])
    expect((await owner.call('GET', '/invoices')).rows).toEqual([])
  })
})

describe('a draft', () => {
  it('can be changed; time that leaves it waits again, and what is left out stays', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const [a, b] = [await time(owner, clientId), await time(owner, clientId)]
    const id = await invoiceId(owner, { client_user_id: clientId, lines: [{ time_entry_id: a }] })
    const changed = await owner.call('PATCH', `/invoices/${id}`, {
      body: { issue_date: '2026-11-20', lines: [{ time_entry_id: b }] },
    })
    expect(changed.body.data).toMatchObject({
      invoice_number: `DRAFT-${id}`,
      client_user_id: clientId,
      issue_date: '2026-11-20',
      total_amount: 100,
    })
    expect([await statusOf(owner, a), await statusOf(owner, b)]).toEqual(['pending', 'billed'])
    const same = await owner.call('PATCH', `/invoices/${id}`, { body: { issue_date: '2026-11-20' } })
    expect(same.body.data).toEqual(changed.body.data)
    const other = await client(owner, 'Other')
    const moved = await owner.call('PATCH', `/invoices/${id}`, { body: { client_user_id: other } })
    expect([moved.status, moved.body['details']]).toMatchObject([409, [{ field: 'client_user_id', code: 'has_time' }]])
  })

  it('is one no more once it is sent', async () => {
    const owner = await signedInAs(api)
    const id = await invoiceId(owner, fee)
    await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'sent' } })
    const reply = await owner.call('PATCH', `/invoices/${id}`, { body: { due_date: '2027-01-01' } })
    expect(reply.status).toBe(409)
    expect(reply.body.error).toBe('This invoice is sent. Only a draft can be changed.')
  })

  it('is not overwritten by whoever saw an older one', async () => {
    const owner = await signedInAs(api)
    const id = await invoiceId(owner, {})
    const seen = (await owner.call('GET', `/invoices/${id}`)).headers.get('etag') ?? ''
    await owner.call('PATCH', `/invoices/${id}`, { body: { due_date: '2027-01-01' } })
    const late = await owner.call('PATCH', `/invoices/${id}`, {
      body: { due_date: '2027-02-01' },
      headers: { 'if-match': seen },
    })
    expect(late.status).toBe(412)
  })
})

describe('numbers', () => {
  it('are taken when an invoice is issued, and count on from the last one, which are unique in the workspace', async () => {
    const owner = await signedInAs(api)
    const next = async () => (await owner.call('GET', '/invoices/next-number')).body['invoice_number']
    const first = `INV-${new Date().getUTCFullYear()}-0001`
    const [a, b, c] = [await invoiceId(owner, fee), await invoiceId(owner, fee), await invoiceId(owner, fee)]
    expect(await next()).toBe(first)
    expect((await issue(owner, b)).body.data).toMatchObject({ status: 'sent', invoice_number: first })
    expect((await issue(owner, a, { invoice_number: 'A-099' })).body.data['invoice_number']).toBe('A-099')
    expect(await next()).toBe('A-100')
    for (const [number, code] of [
      ['A-099', 'taken'],
      ['DRAFT-1', 'reserved'],
    ]) {
      const refused = await issue(owner, c, { invoice_number: number })
      expect([refused.status, refused.body['details']]).toMatchObject([400, [{ field: 'invoice_number', code }]])
    }
    const again = await issue(owner, a)
    expect([again.status, again.body.error]).toEqual([409, 'This invoice is sent. Only a draft can be issued.'])
    const inTest = await owner.call('POST', '/invoices', { body: { lines: [] }, environment: 'test' })
    const path = `/invoices/${String(inTest.body.data['invoice_id'])}/issue`
    const body = { invoice_number: 'A-099' }
    expect((await owner.call('POST', path, { body, environment: 'test' })).status).toBe(200)
  })

  it('have no gap: of 20 invoices issued at once, of a deleted draft, and of an issue that is refused', async () => {
    const owner = await signedInAs(api)
    const drafts = []
    for (let at = 0; at < 22; at++) drafts.push(await invoiceId(owner, {}))
    const [deleted = 0, twice = 0] = drafts.splice(5, 2)
    expect((await owner.call('DELETE', `/invoices/${deleted}`)).body).toEqual({ success: true })
    expect((await owner.call('GET', `/invoices/${deleted}`)).status).toBe(404)
    const replies = await Promise.all([...drafts, twice, twice].map((id) => issue(owner, id)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 21 }, () => 200), 409])
    const numbers = replies.flatMap(({ status, body }) => (status === 200 ? [body.data['invoice_number']] : []))
    const year = new Date().getUTCFullYear()
    expect(numbers.toSorted()).toEqual(
      Array.from({ length: 21 }, (_, at) => `INV-${year}-${String(at + 1).padStart(4, '0')}`),
    )
  })
})

describe('numbers with the year', () => {
  const numbersOf = async (first: string, days: readonly string[]) => {
    const owner = await signedInAs(api)
    const numbers: unknown[] = []
    for (const [at, issue_date] of days.entries()) {
      const id = await invoiceId(owner, fee)
      const next = (await owner.call('GET', `/invoices/next-number?issue_date=${issue_date}`)).body['invoice_number']
      const how = at === 0 ? { invoice_number: first, issue_date } : { issue_date }
      const number = (await issue(owner, id, how)).body.data['invoice_number']
      if (at > 0) expect(next).toBe(number)
      numbers.push(number)
    }
    return numbers
  }
  // The turn of the year, an invoice of the old year after that, and on.
  const days = ['2026-12-30', '2026-12-31', '2027-01-02', '2026-12-31', '2027-01-03', '2028-02-29']

  it.each([
    ['INV-2026-0043', ['INV-2026-0044', 'INV-2027-0001', 'INV-2026-0045', 'INV-2027-0002', 'INV-2028-0001']],
    ['2026/7', ['2026/8', '2027/1', '2026/9', '2027/2', '2028/1']],
    ['0412/2026', ['0413/2026', '0001/2027', '0414/2026', '0002/2027', '0001/2028']],
    ['R2026M03-099', ['R2026M03-100', 'R2027M03-001', 'R2026M03-101', 'R2027M03-002', 'R2028M03-001']],
    ['A-120261', ['A-120262', 'A-120263', 'A-120264', 'A-120265', 'A-120266']],
    ['2025-9', ['2025-10', '2025-11', '2025-12', '2025-13', '2025-14']],
  ])('%s follows the year of the issue date where it has it', async (first, following) => {
    expect(await numbersOf(first, days)).toEqual([first, ...following])
  })
})

describe('a deleted draft', () => {
  it('lets go of its time; what is issued stays', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const entry = await time(owner, clientId)
    const body = { client_user_id: clientId, lines: [{ time_entry_id: entry }] }
    const id = await invoiceId(owner, body)
    const seen = (await owner.call('GET', `/invoices/${id}`)).headers.get('etag') ?? ''
    await owner.call('PATCH', `/invoices/${id}`, { body: { due_date: '2027-01-01' } })
    expect((await owner.call('DELETE', `/invoices/${id}`, { headers: { 'if-match': seen } })).status).toBe(412)
    await owner.call('DELETE', `/invoices/${id}`)
    expect(await statusOf(owner, entry)).toBe('pending')
    const second = await invoiceId(owner, body)
    await issue(owner, second)
    const refused = await owner.call('DELETE', `/invoices/${second}`)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This invoice is sent. Only a draft can be deleted. Void this invoice instead.',
    ])
    expect(await statusOf(owner, entry)).toBe('billed')
  })
})

describe('what is issued', () => {
  const pdfOf = async (owner: Member, id: number) => {
    const response = await fetch(`${api.origin}/dash/v1/live/invoices/${id}/file`, {
      headers: { cookie: owner.cookie },
    })
    return (await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })).text
  }

  it('stays as it is, whatever happens to firm, client, matter, taxes and time', async () => {
    const owner = await signedInAs(api)
    await owner.call('PATCH', '/firm', {
      body: { legal_name: 'Hale Law', currency: 'EUR', country: 'DE', payment_days: 14 },
    })
    await owner.call('PUT', '/tax-rates', { body: { data: [{ name: 'VAT', category: 'S', percent: 19 }] } })
    const clientId = await client(owner)
    const matterId = await idOf(owner, '/matters', { title: 'Hale v. Roe', client_id: clientId })
    const entry = await time(owner, clientId, { case_id: matterId, start_time: '2026-03-02T09:00:00Z' })
    const id = await invoiceId(owner, {
      client_user_id: clientId,
      case_id: matterId,
      issue_date: '2026-03-14',
      lines: [{ time_entry_id: entry }],
    })
    expect((await issue(owner, id)).body.data).toMatchObject({ due_date: '2026-03-28', total_amount: 119 })
    const [before, frozen] = [await pdfOf(owner, id), await frozenOf(id)]
    expect(frozen).toMatchObject({
      kind: 'invoice',
      issued: '2026-03-14',
      due: '2026-03-28',
      period: { from: '2026-03-02', to: '2026-03-02' },
      currency: 'EUR',
      digits: 2,
      seller: { name: 'Hale Law', country: 'DE' },
      buyer: { id: clientId, name: 'Hale Bakeries' },
      matter: { id: matterId, title: 'Hale v. Roe' },
      lines: [
        {
          kind: 'time',
          date: '2026-03-02',
          description: 'Call',
          quantity: '1',
          unitPrice: '100',
          discount: '0.00',
          net: '100.00',
          category: 'S',
          percent: '19',
          member: { name: expect.any(String) },
        },
      ],
      taxes: [{ category: 'S', percent: '19', base: '100.00', tax: '19.00' }],
      totals: { net: '100.00', tax: '19.00', total: '119.00' },
      payment: { days: 14 },
    })
    await owner.call('PATCH', '/firm', { body: { legal_name: 'Other', currency: 'JPY', locale: 'de-DE' } })
    await owner.call('PUT', '/tax-rates', { body: { data: [] } })
    await owner.call('PATCH', `/clients/${clientId}`, { body: { company_name: 'Renamed' } })
    await owner.call('PATCH', `/matters/${matterId}`, { body: { title: 'Renamed' } })
    await owner.call('PATCH', `/time-entries/${entry}`, { body: { description: 'Renamed', rate: 5 } })
    await pay(owner, id)
    await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'sent' } })
    expect([await pdfOf(owner, id), await frozenOf(id)]).toEqual([before, frozen])
  })

  it('is never a draft again', async () => {
    const owner = await signedInAs(api)
    const id = await invoiceId(owner, {})
    await issue(owner, id)
    const back = await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'draft' } })
    expect([back.status, back.body['details']]).toMatchObject([409, [{ field: 'status', code: 'issued' }]])
  })
})

describe('taxes', () => {
  const taxed = { tax_category: 'S', tax_percent: 19 }

  it('are rounded once for each category and percentage, half up, on the sum of the lines', async () => {
    const owner = await signedInAs(api)
    await owner.call('PUT', '/tax-rates', {
      body: {
        data: [
          { name: 'VAT 19 %', category: 'S', percent: 19 },
          { name: 'Exempt', category: 'E', percent: 0, reason: 'Article 132' },
        ],
      },
    })
    const id = await invoiceId(owner, {
      lines: [
        // Each by itself would be 0.0095 of tax and come to nothing.
        ...Array.from({ length: 10 }, () => ({ description: 'Copy', net: 0.05 })),
        { description: 'Fee', quantity: 3, unit_price: 33.335, discount_percent: 10 },
        { description: 'Book', net: 10.5, tax_category: 'S', tax_percent: 7 },
        { description: 'Court', net: 20, tax_category: 'E', tax_percent: 0 },
      ],
    })
    const { body } = await owner.call('GET', `/invoices/${id}/lines`)
    expect(body).toMatchObject({
      // 100.005 is 100.01; a tenth of it 10.00.
      net: 121.01,
      taxes: [
        { category: 'S', percent: 19, base: 90.51, tax: 17.2 },
        { category: 'S', percent: 7, base: 10.5, tax: 0.74 },
        { category: 'E', percent: 0, base: 20, tax: 0 },
      ],
    })
    const issued = await issue(owner, id)
    expect(issued.body.data['total_amount']).toBe(138.95)
    expect((await frozenOf(id)).taxes).toMatchObject([{}, {}, { reason: 'Article 132' }])
  })

  it.each([
    ['JPY', { quantity: 1.5, unit_price: 101 }, 7, 189],
    ['EUR', { quantity: 1.5, unit_price: 10.333 }, 0.01, 18.46],
    ['KWD', { quantity: 1.5, unit_price: 10.333 }, 0.001, 18.446],
  ])('in %s amounts have its digits, and one that is finer is refused', async (currency, time, net, total) => {
    const owner = await signedInAs(api)
    const body = (amount: number) => ({
      currency,
      lines: [
        { description: 'Time', ...time, ...taxed },
        { description: 'Fee', net: amount, ...taxed },
      ],
    })
    expect((await invoice(owner, body(net))).body.data['total_amount']).toBe(total)
    const refused = await invoice(owner, body(net / 10))
    expect(refused.body['details']).toMatchObject([{ field: 'lines[1].net', code: 'too_precise' }])
  })

  it('of a currency that the firm names later are asked about before the invoice is issued', async () => {
    const owner = await signedInAs(api)
    const id = await invoiceId(owner, { lines: [{ description: 'Fee', net: 10.25 }] })
    await owner.call('PATCH', '/firm', { body: { currency: 'JPY' } })
    const refused = await issue(owner, id)
    expect(refused.body['details']).toMatchObject([{ field: 'lines[0].net', code: 'too_precise' }])
    const lines = [{ description: 'Fee', net: 10 }]
    await owner.call('PATCH', `/invoices/${id}`, { body: { lines } })
    expect((await issue(owner, id)).status).toBe(200)
  })

  it.each([
    [[{ ...taxed }, { tax_category: 'O', tax_percent: 0 }], 'lines', 'mixed_tax'],
    [[{ tax_category: 'S', tax_percent: 0 }], 'lines[0].tax_percent', 'invalid_value'],
    [[{ tax_category: 'AE', tax_percent: 19 }], 'lines[0].tax_percent', 'invalid_value'],
    [[{ tax_percent: 19 }], 'lines[0].tax_percent', 'invalid_value'],
  ])('%j is refused', async (given, field, code) => {
    const owner = await signedInAs(api)
    const reply = await invoice(owner, { lines: given.map((tax) => ({ description: 'Fee', net: 1, ...tax })) })
    expect([reply.status, reply.body['details']]).toMatchObject([400, [{ field, code }]])
  })

  it('in Settings are each there once, and set by owners only', async () => {
    const owner = await signedInAs(api)
    const vat = { name: 'VAT', category: 'S', percent: 19 }
    const twice = await owner.call('PUT', '/tax-rates', { body: { data: [vat, vat] } })
    expect(twice.body['details']).toMatchObject([{ field: 'data[1].percent', code: 'taken' }])
    const unnamed = await owner.call('PUT', '/tax-rates', { body: { data: [{ ...vat, name: ' ' }] } })
    expect(unnamed.body['details']).toEqual([{ field: 'data[0].name', code: 'blank', message: 'must not be blank' }])
    const lawyer = await signedInAs(api, 'lawyer', owner.account)
    expect((await lawyer.call('PUT', '/tax-rates', { body: { data: [vat] } })).status).toBe(403)
    expect((await lawyer.call('GET', '/tax-rates')).body['data']).toEqual([])
  })
})

describe('marking an invoice paid', () => {
  it('fires invoice.paid once, however many do it at once', async () => {
    const owner = await signedInAs(api)
    const id = await invoiceId(owner, { lines: [{ description: 'Fee', net: 83.325 }] })
    const replies = await Promise.all(Array.from({ length: 8 }, () => pay(owner, id)))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies[0]?.body.data).toMatchObject({
      status: 'paid',
      amount_paid: 83.325,
      paid_date: new Date().toISOString().slice(0, 10),
    })
    expect(await paidEvents(id)).toBe(1)
  })

  it('keeps the day it was paid on, and forgets it when it turns out not to be paid', async () => {
    const owner = await signedInAs(api)
    const id = await invoiceId(owner, fee)
    expect((await pay(owner, id, { paid_date: '2026-02-03' })).body.data['paid_date']).toBe('2026-02-03')
    const back = await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'sent' } })
    expect(back.body.data).toMatchObject({ status: 'sent', paid_date: null, amount_paid: null })
  })
})

describe('time that waits to be billed', () => {
  it('is summed up by client as invoices will bill it', async () => {
    const owner = await signedInAs(api)
    const [hale, roe] = [await client(owner), await client(owner, 'Roe')]
    for (const duration of [0.3333, 0.3333, 0.3333]) await time(owner, hale, { duration, rate: 250 })
    await time(owner, hale, { is_billable: false })
    await time(owner, hale, { status: 'billed' })
    await time(owner, roe, { duration: 2.5, rate: 300.1 })
    expect((await owner.call('GET', '/unbilled-time')).rows).toEqual([
      {
        client_id: roe,
        client_name: 'Roe',
        entries: 1,
        hours: 2.5,
        expenses: 0,
        amount: 750.25,
        without_rate: 0,
        without_user: 0,
      },
      {
        client_id: hale,
        client_name: 'Hale Bakeries',
        entries: 3,
        hours: 0.9999,
        expenses: 0,
        amount: 249.99,
        without_rate: 0,
        without_user: 0,
      },
    ])
    expect((await owner.call('GET', `/unbilled-time/${roe}`)).rows).toMatchObject([
      { hours: 2.5, rate: 300.1, amount: 750.25 },
    ])
  })
})

describe('bad input', () => {
  it.each([
    [{ lines: 'none' }, 'lines'],
    [{ lines: [{ net: 1 }] }, 'lines[0].description'],
    [{ lines: [{ description: 'x', net: -1 }] }, 'lines'],
    [{ lines: [{ description: 'x', quantity: -1, unit_price: 1 }] }, 'lines[0].quantity'],
    [{ lines: [], due_date: '2026-02-30' }, 'due_date'],
    [{ lines: [], client_user_id: 999_999 }, 'client_user_id'],
    [{ lines: [], case_id: 999_999 }, 'case_id'],
    [{ lines: [], currency: 'XXQ' }, 'currency'],
  ])('%j is refused at its field', async (body, field) => {
    const owner = await signedInAs(api)
    const reply = await owner.call('POST', '/invoices', { body })
    expect([reply.status, reply.body['details']]).toMatchObject([400, [{ field }]])
  })
})

describe('the PDF', () => {
  it('opens and has the names and sums as they are', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner, 'Żółć Ωμέγα ₹')
    const id = await invoiceId(owner, {
      client_user_id: clientId,
      lines: Array.from({ length: 60 }, (_, at) => ({ description: `Line ${at + 1}`, net: 20.575 })),
    })
    await issue(owner, id, { invoice_number: 'Ż/7' })
    const response = await fetch(`${api.origin}/dash/v1/live/invoices/${id}/file`, {
      headers: { cookie: owner.cookie },
    })
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="invoice-Z-7.pdf"; filename*=UTF-8''invoice-%C5%BB-7.pdf`,
    )
    const { text, totalPages } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })
    expect(totalPages).toBeGreaterThan(1)
    for (const words of ['Żółć Ωμέγα ₹', 'Invoice Ż/7', 'Line 60', '20.575', 'Total 1,234.50'])
      expect(text).toContain(words)
    expect(text).not.toContain('TEST')
  })

  it('says TEST when the invoice is of the test workspace', async () => {
    const owner = await signedInAs(api)
    const made = await owner.call('POST', '/invoices', { body: { lines: [] }, environment: 'test' })
    const path = `/dash/v1/test/invoices/${String(made.body.data['invoice_id'])}/file`
    const response = await fetch(api.origin + path, { headers: { cookie: owner.cookie } })
    const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })
    expect(text).toContain('TEST')
  })
})

describe('who may', () => {
  it('a lawyer writes, a reader reads, a developer sees nothing', async () => {
    const owner = await signedInAs(api)
    const id = await invoiceId(owner, {})
    const [lawyer, reader, developer] = await Promise.all(
      (['lawyer', 'read-only', 'developer'] as const).map((role) => signedInAs(api, role, owner.account)),
    )
    const asked = async (member: Member | undefined) => [
      (await member?.call('POST', '/invoices', { body: { lines: [] } }))?.status,
      (await member?.call('GET', `/invoices/${id}/lines`))?.status,
      (await member?.call('GET', `/invoices/${id}/file`))?.status,
      (await member?.call('GET', '/unbilled-time'))?.status,
    ]
    expect(await asked(lawyer)).toEqual([201, 200, 200, 200])
    expect(await asked(reader)).toEqual([403, 200, 200, 200])
    expect(await asked(developer)).toEqual([403, 403, 403, 403])
  })

  it("another account's invoice is not there, nor without a session, nor from another site", async () => {
    const [owner, stranger] = [await signedInAs(api), await signedInAs(api)]
    const id = await invoiceId(owner, {})
    for (const path of [`/invoices/${id}/lines`, `/invoices/${id}/file`])
      expect((await stranger.call('GET', path)).status).toBe(404)
    expect((await pay(stranger, id)).status).toBe(404)
    expect((await owner.call('GET', `/invoices/${id}/file`, { environment: 'test' })).status).toBe(404)
    expect((await api.request('GET', `/dash/v1/live/invoices/${id}/file`)).status).toBe(401)
    const cross = await owner.call('POST', '/invoices', {
      body: { lines: [] },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(cross.status).toBe(403)
  })
})

import { extractText } from 'unpdf'
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
const pay = (member: Member, id: number, more: object = {}) =>
  member.call('PUT', `/invoices/${id}/status`, { body: { status: 'paid', ...more } })

async function paidEvents(id: number): Promise<number> {
  const [row] = await api.db.$queryRaw<{ count: number }[]>`
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
        { description: 'Court fee', amount: 40.5 },
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
      { time_entry_id: a, description: 'Call', hours: 1, rate: 100, amount: 100 },
      { time_entry_id: b, description: 'Short call', hours: 0.25, rate: 310.1, amount: 77.53 },
      { time_entry_id: null, description: 'Court fee', hours: null, rate: null, amount: 40.5, worked_on: null },
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
    const free = [0.1, 0.2, 12.345678, 1e-7, 999999999999.99].map((amount) => ({ description: 'Fee', amount }))
    const reply = await invoice(owner, { lines: free })
    expect(reply.text).toContain('"total_amount":1000000000012.6356781,')
    const half = await invoice(owner, { lines: [{ description: 'x', hours: 1.005, rate: 1 }] })
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
    expect(await linesOf(owner, first)).toMatchObject([{ time_entry_id: null, amount: 100 }])
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
      lines: [{ description: 'Fee', amount: 1 }, { time_entry_id: id }],
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
    const id = await invoiceId(owner, {
      invoice_number: 'X-7',
      client_user_id: clientId,
      lines: [{ time_entry_id: a }],
    })
    const changed = await owner.call('PATCH', `/invoices/${id}`, {
      body: { issue_date: '2026-11-20', lines: [{ time_entry_id: b }] },
    })
    expect(changed.body.data).toMatchObject({
      invoice_number: 'X-7',
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
    const id = await invoiceId(owner, {})
    await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'sent' } })
    const reply = await owner.call('PATCH', `/invoices/${id}`, { body: { due_date: '2027-01-01' } })
    expect(reply.status).toBe(409)
    expect(reply.body.error).toBe('Only a draft can be changed, and this invoice is sent')
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
  it('count on from the newest, and are unique in the workspace', async () => {
    const owner = await signedInAs(api)
    const next = async () => (await owner.call('GET', '/invoices/next-number')).body['invoice_number']
    expect(await next()).toBe(`INV-${new Date().getUTCFullYear()}-0001`)
    await invoice(owner, { invoice_number: 'A-099' })
    expect(await next()).toBe('A-100')
    expect((await invoice(owner, {})).body.data['invoice_number']).toBe('A-100')
    const taken = await invoice(owner, { invoice_number: 'A-099' })
    expect([taken.status, taken.body['details']]).toMatchObject([400, [{ field: 'invoice_number', code: 'taken' }]])
    const inTest = await owner.call('POST', '/invoices', {
      body: { invoice_number: 'A-099', lines: [] },
      environment: 'test',
    })
    expect(inTest.status).toBe(201)
  })

  it('are different when many invoices are made at once without one', async () => {
    const owner = await signedInAs(api)
    const replies = await Promise.all(Array.from({ length: 8 }, () => invoice(owner, {})))
    expect(new Set(replies.map(({ body }) => body.data['invoice_number'])).size).toBe(8)
  })
})

describe('marking an invoice paid', () => {
  it('fires invoice.paid once, however many do it at once', async () => {
    const owner = await signedInAs(api)
    const id = await invoiceId(owner, { lines: [{ description: 'Fee', amount: 83.325 }] })
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
    const id = await invoiceId(owner, {})
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
      { client_id: roe, client_name: 'Roe', entries: 1, hours: 2.5, amount: 750.25, without_rate: 0 },
      { client_id: hale, client_name: 'Hale Bakeries', entries: 3, hours: 0.9999, amount: 249.99, without_rate: 0 },
    ])
    expect((await owner.call('GET', `/unbilled-time/${roe}`)).rows).toMatchObject([
      { hours: 2.5, rate: 300.1, amount: 750.25 },
    ])
  })
})

describe('bad input', () => {
  it.each([
    [{ lines: 'none' }, 'lines'],
    [{ lines: [{ amount: 1 }] }, 'lines[0].description'],
    [{ lines: [{ description: 'x', amount: -1 }] }, 'lines[0].amount'],
    [{ lines: [], due_date: '2026-02-30' }, 'due_date'],
    [{ lines: [], client_user_id: 999_999 }, 'client_user_id'],
    [{ lines: [], case_id: 999_999 }, 'case_id'],
    [{ lines: [], invoice_number: ' ' }, 'invoice_number'],
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
      invoice_number: 'Ż/7',
      client_user_id: clientId,
      lines: Array.from({ length: 60 }, (_, at) => ({ description: `Line ${at + 1}`, amount: 20.575 })),
    })
    const response = await fetch(`${api.origin}/dash/v1/live/invoices/${id}/pdf`, { headers: { cookie: owner.cookie } })
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe('inline; filename="invoice--7.pdf"')
    const { text, totalPages } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })
    expect(totalPages).toBeGreaterThan(1)
    for (const words of ['Żółć Ωμέγα ₹', 'Invoice Ż/7', 'Line 60', '20.575', 'Total 1,234.50'])
      expect(text).toContain(words)
    expect(text).not.toContain('TEST')
  })

  it('says TEST when the invoice is of the test workspace', async () => {
    const owner = await signedInAs(api)
    const made = await owner.call('POST', '/invoices', { body: { lines: [] }, environment: 'test' })
    const path = `/dash/v1/test/invoices/${String(made.body.data['invoice_id'])}/pdf`
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
      (await member?.call('GET', `/invoices/${id}/pdf`))?.status,
      (await member?.call('GET', '/unbilled-time'))?.status,
    ]
    expect(await asked(lawyer)).toEqual([201, 200, 200, 200])
    expect(await asked(reader)).toEqual([403, 200, 200, 200])
    expect(await asked(developer)).toEqual([403, 403, 403, 403])
  })

  it("another account's invoice is not there, nor without a session, nor from another site", async () => {
    const [owner, stranger] = [await signedInAs(api), await signedInAs(api)]
    const id = await invoiceId(owner, {})
    for (const path of [`/invoices/${id}/lines`, `/invoices/${id}/pdf`])
      expect((await stranger.call('GET', path)).status).toBe(404)
    expect((await pay(stranger, id)).status).toBe(404)
    expect((await owner.call('GET', `/invoices/${id}/pdf`, { environment: 'test' })).status).toBe(404)
    expect((await api.request('GET', `/dash/v1/live/invoices/${id}/pdf`)).status).toBe(401)
    const cross = await owner.call('POST', '/invoices', {
      body: { lines: [] },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(cross.status).toBe(403)
  })
})

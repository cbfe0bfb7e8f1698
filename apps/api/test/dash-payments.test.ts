import { randomUUID } from 'node:crypto'
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

const idOf = async (member: Member, path: string, body: object) =>
  (await member.call('POST', path, { body })).body.data.id
const client = (member: Member) => idOf(member, '/clients', { company_name: 'Hale Bakeries' })
const time = (member: Member, clientId: number) =>
  idOf(member, '/time-entries', { client_id: clientId, description: 'Call', duration: 1, rate: 100 })
const timeStatus = async (member: Member, id: number) =>
  (await member.call('GET', `/time-entries/${id}`)).body.data['status']

/** An issued invoice. */
async function invoice(member: Member, body: object): Promise<number> {
  const made = await member.call('POST', '/invoices', { body: { lines: [], ...body } })
  const id = Number(made.body.data['invoice_id'])
  expect((await member.call('POST', `/invoices/${id}/issue`, { body: {} })).status).toBe(200)
  return id
}
const fee = (member: Member, clientId: number | null, net: number, day = '2026-03-01') =>
  invoice(member, { client_user_id: clientId, issue_date: day, lines: [{ description: 'Fee', net }] })

const pay = (member: Member, clientId: number | null, amount: number, more: object = {}) =>
  member.call('POST', '/payments', {
    body: { key: randomUUID(), client_id: clientId, amount, paid_on: '2026-04-01', ...more },
  })
const read = async (member: Member, id: number) => (await member.call('GET', `/invoices/${id}`)).body.data
const settlement = async (member: Member, id: number) => (await member.call('GET', `/invoices/${id}/settlement`)).body
const credit = (member: Member, id: number, body: object = {}) =>
  member.call('POST', `/invoices/${id}/credit-notes`, { body })
const setStatus = (member: Member, id: number, status: string) =>
  member.call('PUT', `/invoices/${id}/status`, { body: { status } })
const paidEvents = (id: number) =>
  api.db.event.count({ where: { kind: 'invoice.paid', data: { path: ['invoice_id'], equals: id } } })

describe('a payment', () => {
  it('pays the oldest first: 100 on 30 and 50 are two paid invoices and a credit of 20', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const [young, old] = [await fee(owner, clientId, 50, '2026-03-02'), await fee(owner, clientId, 30, '2026-03-01')]
    expect((await pay(owner, clientId, 40)).status).toBe(201)
    expect(await read(owner, old)).toMatchObject({ status: 'paid', amount_paid: 30, paid_date: '2026-04-01' })
    // Partly paid: the status stays.
    expect(await read(owner, young)).toMatchObject({ status: 'sent', amount_paid: 10, paid_date: null })
    expect(await settlement(owner, young)).toMatchObject({ owed: 40, client_credit: 0 })
    await pay(owner, clientId, 60)
    expect(await read(owner, young)).toMatchObject({ status: 'paid', amount_paid: 50 })
    expect(await settlement(owner, young)).toMatchObject({
      owed: 0,
      client_credit: 20,
      payments: [
        { amount: 10, whole: 40, paid_on: '2026-04-01' },
        { amount: 40, whole: 60 },
      ],
      open_invoices: [],
    })
    expect([await paidEvents(old), await paidEvents(young)]).toEqual([1, 1])
    const next = await fee(owner, clientId, 25)
    const used = await owner.call('POST', `/invoices/${next}/spend-credit`)
    expect(used.body.data).toMatchObject({ status: 'sent', amount_paid: 20 })
    const nothing = await owner.call('POST', `/invoices/${next}/spend-credit`)
    expect([nothing.status, nothing.body.error]).toEqual([409, 'This client has no credit.'])
  })

  it('is recorded once, however often it is sent', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const id = await fee(owner, clientId, 100)
    const key = randomUUID()
    const replies = await Promise.all(Array.from({ length: 6 }, () => pay(owner, clientId, 60, { key })))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(await read(owner, id)).toMatchObject({ status: 'sent', amount_paid: 60 })
    const other = await pay(owner, clientId, 61, { key })
    expect([other.status, other.body['details']]).toMatchObject([409, [{ field: 'key', code: 'taken' }]])
  })

  it('is put where it is said, and what does not fit is refused whole', async () => {
    const [owner, stranger] = [await signedInAs(api), await signedInAs(api)]
    const clientId = await client(owner)
    const [a, b] = [await fee(owner, clientId, 30), await fee(owner, clientId, 50)]
    const others = await fee(owner, await client(owner), 30)
    const foreign = await fee(stranger, await client(stranger), 30)
    const share = (id: number, amount: number) => ({ invoice_id: id, amount })
    for (const [allocations, field, code] of [
      [[share(a, 31)], 'allocations[0].amount', 'too_much'],
      [[share(a, 30), share(b, 31)], 'allocations[0].amount', 'too_much'],
      [[share(a, 1), share(a, 1)], 'allocations[0].invoice_id', 'repeated'],
      [[share(others, 1)], 'allocations[0].invoice_id', 'other_client'],
      [[share(foreign, 1)], 'allocations[0].invoice_id', 'not_found'],
    ] as const) {
      const reply = await pay(owner, clientId, 60, { allocations })
      expect([reply.status, reply.body['details']]).toMatchObject([400, [{ field, code }]])
    }
    expect(await settlement(owner, a)).toMatchObject({ owed: 30, client_credit: 0 })
    await pay(owner, clientId, 60, { allocations: [share(b, 50)] })
    expect([(await read(owner, a))['status'], (await read(owner, b))['status']]).toEqual(['sent', 'paid'])
    expect(await settlement(owner, a)).toMatchObject({
      client_credit: 10,
      open_invoices: [{ invoice_id: a, owed: 30 }],
    })
    const again = await pay(owner, clientId, 1, { allocations: [share(b, 1)] })
    expect(again.body['details']).toMatchObject([{ field: 'allocations[0].invoice_id', code: 'not_open' }])
  })

  it('of nobody pays an invoice without a client, and leaves nothing over', async () => {
    const owner = await signedInAs(api)
    const id = await fee(owner, null, 30)
    const allocations = [{ invoice_id: id, amount: 30 }]
    expect((await pay(owner, null, 31, { allocations })).body['details']).toMatchObject([
      { field: 'amount', code: 'no_client' },
    ])
    expect((await pay(owner, null, 30, { allocations })).status).toBe(201)
    expect((await read(owner, id))['status']).toBe('paid')
  })

  it('that was a mistake is taken back, and the invoice is owed again', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const entry = await time(owner, clientId)
    const id = await invoice(owner, { client_user_id: clientId, lines: [{ time_entry_id: entry }] })
    const payment = (await pay(owner, clientId, 100)).body.data.id
    expect(await timeStatus(owner, entry)).toBe('paid')
    const back = await setStatus(owner, id, 'sent')
    expect([back.status, back.body['details']]).toMatchObject([409, [{ code: 'has_payments' }]])
    expect((await owner.call('DELETE', `/payments/${payment}`)).body).toEqual({ success: true })
    expect(await read(owner, id)).toMatchObject({ status: 'sent', amount_paid: null, paid_date: null })
    expect(await timeStatus(owner, entry)).toBe('billed')
    expect((await owner.call('DELETE', `/payments/${payment}`)).status).toBe(404)
    await pay(owner, clientId, 100)
    expect(await paidEvents(id)).toBe(2)
  })

  it('is read through the API, and again when it changes: by what it pays later, and as a tombstone once taken back', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const first = await fee(owner, clientId, 30)
    const { id } = (await pay(owner, clientId, 100, { method: 'Bank transfer', reference: 'INV' })).body.data
    const payment = {
      id,
      client_id: clientId,
      amount: 100,
      currency: null,
      paid_on: '2026-04-01',
      method: 'Bank transfer',
      reference: 'INV',
      allocations: [{ invoice_id: first, amount: 30 }],
      refunds: [],
      unallocated_amount: 70,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      etag: expect.any(String),
    }
    const got = (await owner.call('GET', `/payments/${id}`)).body.data
    expect(got).toEqual(payment)
    const changes = async (since: unknown) =>
      (await owner.call('GET', `/payments?updated_since=${String(since)}&include_deleted=true`)).rows
    expect(await changes(got['updated_at'])).toEqual([])

    const second = await fee(owner, clientId, 20.5)
    await owner.call('POST', `/invoices/${second}/spend-credit`, { body: {} })
    const allocations = [...payment.allocations, { invoice_id: second, amount: 20.5 }]
    const [spent] = await changes(got['updated_at'])
    expect(spent).toEqual({ ...payment, allocations, unallocated_amount: 49.5 })
    expect((await owner.call('GET', `/payments?invoice_id=${second}`)).rows).toEqual([spent])

    await owner.call('PATCH', '/firm', { body: { currency: 'EUR' } })
    const [renamed] = await changes(spent?.['updated_at'])
    expect(renamed).toMatchObject({ id, currency: 'EUR' })

    await owner.call('DELETE', `/payments/${id}`)
    const at = expect.stringMatching(/Z$/)
    expect(await changes(renamed?.['updated_at'])).toEqual([{ id, external_id: null, deleted_at: at, updated_at: at }])
    expect((await owner.call('GET', `/payments/${id}`)).status).toBe(404)
    expect((await owner.call('GET', '/payments')).rows).toEqual([])
    expect(await settlement(owner, first)).toMatchObject({ owed: 30, client_credit: 0 })
  })

  it('that was taken back is not recorded again by a request that comes late', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const key = randomUUID()
    const { id } = (await pay(owner, clientId, 10, { key })).body.data
    await owner.call('DELETE', `/payments/${id}`)
    const late = await pay(owner, clientId, 10, { key })
    expect([late.status, late.body['details']]).toMatchObject([409, [{ field: 'key', code: 'taken' }]])
    expect((await owner.call('GET', '/payments')).rows).toEqual([])
  })

  it('is exact in any currency, and of no other one than its invoices', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    await owner.call('PATCH', '/firm', { body: { currency: 'KWD' } })
    const dinar = await fee(owner, clientId, 0.003)
    const yen = await invoice(owner, {
      client_user_id: clientId,
      currency: 'JPY',
      lines: [{ description: 'Fee', net: 7 }],
    })
    const finer = await pay(owner, clientId, 0.0001)
    expect(finer.body['details']).toMatchObject([{ field: 'amount', code: 'too_precise' }])
    const finerShare = await pay(owner, clientId, 1, { allocations: [{ invoice_id: dinar, amount: 1e-7 }] })
    expect(finerShare.body['details']).toMatchObject([{ field: 'allocations[0].amount', code: 'too_precise' }])
    const finerLine = await credit(owner, dinar, { lines: [{ line: 0, net: 0.0001 }] })
    expect(finerLine.body['details']).toMatchObject([{ field: 'lines[0].net', code: 'too_precise' }])
    for (let at = 0; at < 3; at++) await pay(owner, clientId, 0.001)
    expect(await read(owner, dinar)).toMatchObject({ status: 'paid', amount_paid: 0.003 })
    const figures = async () => (await owner.call('GET', `/figures?client_id=${clientId}`)).body['billed']
    expect(await figures()).toEqual({
      sums: [
        { currency: 'JPY', amount: 7 },
        { currency: 'KWD', amount: 0.003 },
      ],
      outstanding: [{ currency: 'JPY', amount: 7 }],
    })
    await pay(owner, clientId, 5)
    expect(await settlement(owner, yen)).toMatchObject({ owed: 7, client_credit: 0 })
    expect(await settlement(owner, dinar)).toMatchObject({ client_credit: 5 })
  })
})

describe('a void', () => {
  it('frees the time for good; what was paid in part cannot be voided', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const entry = await time(owner, clientId)
    const lines = [{ time_entry_id: entry }]
    const first = await invoice(owner, { client_user_id: clientId, lines })
    expect((await setStatus(owner, first, 'cancelled')).status).toBe(200)
    expect(await timeStatus(owner, entry)).toBe('pending')
    for (const status of ['sent', 'overdue', 'paid', 'draft']) {
      const refused = await setStatus(owner, first, status)
      expect([status, refused.status, refused.body['details']]).toMatchObject([status, 409, [{ code: 'cancelled' }]])
    }
    expect((await credit(owner, first)).status).toBe(409)
    expect(await settlement(owner, first)).toMatchObject({ client_credit: 0 })
    const second = await invoice(owner, { client_user_id: clientId, lines })
    await pay(owner, clientId, 1)
    for (const paid of [1, 99]) {
      const refused = await setStatus(owner, second, 'cancelled')
      expect([refused.status, refused.body['details']]).toMatchObject([409, [{ field: 'status', code: 'paid' }]])
      if (paid === 1) await pay(owner, clientId, 99)
    }
  })
})

describe('a credit note', () => {
  it('is read through the API with its tax, and again when it pays another invoice', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const id = await invoice(owner, {
      client_user_id: clientId,
      lines: [{ description: 'Fee', net: 100, tax_category: 'S', tax_percent: 19 }],
    })
    await pay(owner, clientId, 119)
    const made = (await credit(owner, id, { lines: [{ line: 0, net: 10 }], reason: 'Billed twice' })).body.data
    const note = {
      id: made.id,
      number: made['number'],
      invoice_id: id,
      client_id: clientId,
      total_amount: 11.9,
      tax_amount: 1.9,
      currency: null,
      issue_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      reason: 'Billed twice',
      allocations: [],
      refunds: [],
      unallocated_amount: 11.9,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      net_amount: 10,
      bill_to: expect.objectContaining({ name: 'Hale Bakeries' }),
      etag: expect.any(String),
    }
    const got = (await owner.call('GET', `/credit-notes/${made.id}`)).body.data
    expect(got).toEqual(note)
    const next = await fee(owner, clientId, 50)
    await owner.call('POST', `/invoices/${next}/spend-credit`, { body: {} })
    const changed = await owner.call('GET', `/credit-notes?updated_since=${got['updated_at']}`)
    const allocations = [{ invoice_id: next, amount: 11.9 }]
    expect(changed.rows).toEqual([{ ...note, allocations, unallocated_amount: 0 }])
  })

  const taxed = { tax_category: 'S', tax_percent: 19 }

  it('to a paid invoice is client credit, with a number of its own and what it corrects', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const lines = [{ description: 'Fee', quantity: 2, unit_price: 50, ...taxed }]
    const id = await invoice(owner, { client_user_id: clientId, issue_date: '2026-03-14', lines })
    await pay(owner, clientId, 119)
    const reply = await credit(owner, id, { reason: 'Billed twice' })
    const number = `CN-${new Date().getUTCFullYear()}-0001`
    expect([reply.status, reply.body.data]).toMatchObject([201, { number }])
    expect(await read(owner, id)).toMatchObject({ status: 'paid', amount_paid: 119 })
    expect(await settlement(owner, id)).toMatchObject({
      owed: 0,
      credited: 0,
      client_credit: 119,
      credit_notes: [{ number, total: 119, reason: 'Billed twice' }],
    })
    const { frozen } = await api.db.creditNote.findFirstOrThrow({ where: { id: reply.body.data.id } })
    expect(frozen).toMatchObject({
      kind: 'credit_note',
      number,
      corrects: { number: expect.stringMatching(/^INV-/), issued: '2026-03-14' },
      lines: [{ quantity: '2', unitPrice: '50', net: '100.00' }],
      taxes: [{ category: 'S', percent: '19', base: '100.00', tax: '19.00' }],
      totals: { net: '100.00', tax: '19.00', total: '119.00' },
    })
    const pdf = `/credit-notes/${String(reply.body.data.id)}/file`
    const drawn = await owner.call('GET', pdf)
    expect([drawn.status, drawn.headers.get('content-type'), drawn.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      `inline; filename="credit-note-${number}.pdf"`,
    ])
    expect(drawn.text).toMatch(/^%PDF-/)
    const statuses = [
      await (await signedInAs(api)).call('GET', pdf),
      await (await signedInAs(api, 'developer', owner.account)).call('GET', pdf),
      await owner.call('GET', '/credit-notes/0/file'),
      await owner.call('GET', '/credit-notes/x/file'),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 403, 404, 404])
    const next = await fee(owner, clientId, 20)
    expect((await owner.call('POST', `/invoices/${next}/spend-credit`)).body.data).toMatchObject({
      status: 'paid',
      amount_paid: 20,
    })
    expect(await settlement(owner, next)).toMatchObject({ client_credit: 99, payments: [{ credit_note: number }] })
    expect(await paidEvents(id)).toBe(1)
  })

  it('to an open one makes less owed, never more than was invoiced, and a rest that is paid fires invoice.paid once', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const id = await invoice(owner, {
      client_user_id: clientId,
      lines: [
        { description: 'Fee', net: 100, ...taxed },
        { description: 'Book', net: 10, tax_category: 'S', tax_percent: 7 },
      ],
    })
    for (const [lines, field] of [
      [[{ line: 1, net: 10.01 }], 'lines'],
      [[{ line: 2, net: 1 }], 'lines[0].line'],
    ] as const)
      expect((await credit(owner, id, { lines })).body['details']).toMatchObject([{ field }])
    expect(
      (await credit(owner, id, { lines: [{ line: 0, net: 40 }], frees_time: true })).body['details'],
    ).toMatchObject([{ field: 'frees_time', code: 'partial' }])
    expect((await credit(owner, id, { lines: [{ line: 0, net: 40 }] })).status).toBe(201)
    expect(await settlement(owner, id)).toMatchObject({ owed: 82.1, credited: 47.6 })
    expect((await credit(owner, id, { lines: [{ line: 0, net: 60.01 }] })).status).toBe(400)
    await pay(owner, clientId, 82.1)
    expect(await read(owner, id)).toMatchObject({ status: 'paid', amount_paid: 82.1, total_amount: 129.7 })
    expect(await paidEvents(id)).toBe(1)
  })

  it('for all of it that nobody paid ends it, and frees its time when it is said', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const entry = await time(owner, clientId)
    const lines = [{ time_entry_id: entry }]
    const [kept, freed] = [await fee(owner, clientId, 10), await invoice(owner, { client_user_id: clientId, lines })]
    const replies = await Promise.all([credit(owner, kept), credit(owner, kept)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    await credit(owner, freed, { frees_time: true })
    expect([(await read(owner, kept))['status'], (await read(owner, freed))['status']]).toEqual([
      'cancelled',
      'cancelled',
    ])
    expect(await timeStatus(owner, entry)).toBe('pending')
    expect([await paidEvents(kept), await paidEvents(freed)]).toEqual([0, 0])
  })

  it('is not for drafts, nor for one that was voided', async () => {
    const owner = await signedInAs(api)
    const draft = await owner.call('POST', '/invoices', { body: { lines: [] } })
    expect((await credit(owner, Number(draft.body.data['invoice_id']))).status).toBe(409)
  })
})

describe('a write-off', () => {
  it('gives up what is owed; the time stays billed, and what was paid makes it paid', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const entry = await time(owner, clientId)
    const unpaid = await invoice(owner, { client_user_id: clientId, lines: [{ time_entry_id: entry }] })
    const writeOff = (id: number) => owner.call('POST', `/invoices/${id}/write-off`, { body: { reason: 'Insolvent' } })
    expect((await writeOff(unpaid)).body.data).toMatchObject({ status: 'cancelled', amount_paid: null })
    expect(await timeStatus(owner, entry)).toBe('billed')
    const partly = await fee(owner, clientId, 50)
    await pay(owner, clientId, 20)
    expect((await writeOff(partly)).body.data).toMatchObject({ status: 'paid', amount_paid: 20 })
    expect(await settlement(owner, partly)).toMatchObject({ owed: 0, written_off: 30 })
    expect([await paidEvents(unpaid), await paidEvents(partly)]).toEqual([0, 1])
    expect((await writeOff(partly)).status).toBe(409)
  })
})

it('is all for those who write invoices, and in their account', async () => {
  const [owner, stranger] = [await signedInAs(api), await signedInAs(api)]
  const id = await fee(owner, await client(owner), 10)
  const reader = await signedInAs(api, 'read-only', owner.account)
  expect((await reader.call('GET', `/invoices/${id}/settlement`)).status).toBe(200)
  for (const [member, status] of [
    [reader, 403],
    [stranger, 404],
  ] as const)
    for (const path of ['credit-notes', 'write-off', 'spend-credit'])
      expect((await member.call('POST', `/invoices/${id}/${path}`, { body: {} })).status).toBe(status)
  expect((await pay(reader, null, 1)).status).toBe(403)
  expect((await stranger.call('GET', `/invoices/${id}/settlement`)).status).toBe(404)
})

describe('a refund', () => {
  const refund = (member: Member, clientId: number, amount: number, more: object = {}) =>
    member.call('POST', '/refunds', {
      body: { key: randomUUID(), client_id: clientId, amount, currency: null, paid_on: '2026-05-11', ...more },
    })
  const creditOf = async (member: Member, clientId: number) =>
    (await member.call('GET', `/clients/${clientId}/credit`)).body

  it('pays back what was paid too much and what was credited, the oldest first, and both are read so through the API', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const id = await fee(owner, clientId, 100)
    const { id: payment } = (await pay(owner, clientId, 130.1)).body.data
    const { id: note } = (await credit(owner, id, { lines: [{ line: 0, net: 20 }] })).body.data
    expect(await creditOf(owner, clientId)).toEqual({ credits: [{ currency: null, amount: 50.1 }], refunds: [] })
    const stamp = async (path: string) => (await owner.call('GET', path)).body.data['updated_at']
    const before = await stamp(`/credit-notes/${note}`)

    const made = await refund(owner, clientId, 35.05, { method: 'Bank transfer', reference: 'Sorry' })
    expect(made.status).toBe(201)
    const share = { id: made.body.data.id, paid_on: '2026-05-11', method: 'Bank transfer', reference: 'Sorry' }
    expect((await owner.call('GET', `/payments/${payment}`)).body.data).toMatchObject({
      refunds: [{ ...share, amount: 30.1 }],
      unallocated_amount: 0,
    })
    expect((await owner.call('GET', `/credit-notes?updated_since=${before}`)).rows).toMatchObject([
      { id: note, refunds: [{ ...share, amount: 4.95 }], unallocated_amount: 15.05 },
    ])
    expect(await creditOf(owner, clientId)).toEqual({
      credits: [{ currency: null, amount: 15.05 }],
      refunds: [{ ...share, amount: 35.05, currency: null }],
    })
    expect(await settlement(owner, id)).toMatchObject({ client_credit: 15.05 })
  })

  it('is no more than the credit, to the cent, and of its currency only', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    await owner.call('PATCH', '/firm', { body: { currency: 'EUR' } })
    await pay(owner, clientId, 10.05)
    const details = async (amount: number, currency: string | null) =>
      (await refund(owner, clientId, amount, { currency })).body['details']
    const tooMuch = (credit: string) => [
      { field: 'amount', code: 'too_much', message: `The credit of this client is ${credit}. Refund at most that` },
    ]
    expect(await details(10.06, 'EUR')).toEqual(tooMuch('10.05 EUR'))
    expect(await details(1, 'USD')).toEqual(tooMuch('0 USD'))
    expect(await details(1, null)).toEqual(tooMuch('0'))
    expect(await details(0.001, 'EUR')).toMatchObject([{ field: 'amount', code: 'too_precise' }])
    expect((await refund(owner, clientId, 10.05, { currency: 'EUR' })).status).toBe(201)
    expect((await creditOf(owner, clientId))['credits']).toEqual([])
    // Nothing is left to pay an invoice with.
    const id = await fee(owner, clientId, 5)
    expect((await owner.call('POST', `/invoices/${id}/spend-credit`, { body: {} })).status).toBe(409)
  })

  it('is made of the credit once, when two are made at once, and when one is sent twice', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    await pay(owner, clientId, 100)
    const statuses = async (all: readonly Promise<{ status: number }>[]) =>
      (await Promise.all(all)).map(({ status }) => status).toSorted()
    expect(await statuses([1, 2].map(() => refund(owner, clientId, 60)))).toEqual([201, 400])
    const key = randomUUID()
    expect(await statuses([1, 2, 3].map(() => refund(owner, clientId, 15, { key })))).toEqual([201, 201, 201])
    expect((await refund(owner, clientId, 16, { key })).status).toBe(409)
    const id = await fee(owner, clientId, 25)
    const spend = owner.call('POST', `/invoices/${id}/spend-credit`, { body: {} })
    const [refunded, spent] = await Promise.all([refund(owner, clientId, 25), spend])
    expect([refunded.status, spent.status]).toSatisfy(([one, other]) => (one === 201) !== (other === 200))
    const { credits, refunds } = (await creditOf(owner, clientId)) as unknown as Record<string, { amount: number }[]>
    expect([credits, refunds?.length]).toEqual([[], refunded.status === 201 ? 3 : 2])
  })

  it('that was a mistake is taken back, once, and until then the payment it is of stays', async () => {
    const owner = await signedInAs(api)
    const clientId = await client(owner)
    const { id: payment } = (await pay(owner, clientId, 40)).body.data
    const key = randomUUID()
    const { id } = (await refund(owner, clientId, 40, { key })).body.data
    const kept = await owner.call('DELETE', `/payments/${payment}`)
    expect([kept.status, kept.body['details']]).toMatchObject([409, [{ code: 'refunded' }]])
    const lawyer = await signedInAs(api, 'read-only', owner.account)
    expect((await lawyer.call('DELETE', `/refunds/${id}`)).status).toBe(403)
    expect((await owner.call('DELETE', `/refunds/${id}`)).status).toBe(200)
    expect((await owner.call('DELETE', `/refunds/${id}`)).status).toBe(404)
    expect(await creditOf(owner, clientId)).toEqual({ credits: [{ currency: null, amount: 40 }], refunds: [] })
    expect((await owner.call('GET', `/payments/${payment}`)).body.data).toMatchObject({
      refunds: [],
      unallocated_amount: 40,
    })
    expect((await refund(owner, clientId, 40, { key })).status).toBe(409)
    expect((await owner.call('DELETE', `/payments/${payment}`)).status).toBe(200)
  })
})

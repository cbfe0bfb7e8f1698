import { findWorkspace } from '@matterbase/domain'
import { createInvoice } from '@matterbase/domain/testing'
import { text } from '@matterbase/db'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Member
let key: string
let workspaceId: number

beforeAll(async () => {
  api = await startApi()
  const email = await api.account()
  owner = await signedInAs(api, 'owner', email)
  key = await api.key({ email, tier: 'enterprise' })
  workspaceId = await findWorkspace(api.db, email, 'live')
  await owner.call('PATCH', '/firm', { body: { currency: 'EUR', locale: 'de-DE' } })
})
afterAll(() => api.close())

const read = async (path: string) => {
  const reply = await api.call('GET', path, { key })
  expect(reply.status, reply.text).toBe(200)
  return reply
}
const get = async (id: number, query = '') => (await read(`/invoices/${id}${query}`)).body.data

async function made(path: string, body: object) {
  const reply = await owner.call('POST', path, { body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const fee = {
  description: 'Fee',
  quantity: 3,
  unit_price: 99.99,
  discount_percent: 10,
  tax_category: 'S',
  tax_percent: 19,
}

/** A draft with a time entry, an expense and a fee. */
async function draft() {
  const client = await made('/clients', {
    company_name: 'Moss Ltd',
    contact_person: 'Ada Moss',
    email: 'a@example.com',
    address: '1 High Street',
    buyer_reference: 'PO-7',
  })
  const matter = await made('/matters', { title: 'Estate', client_id: client.id })
  const entry = await made('/time-entries', {
    case_id: matter.id,
    duration: 1.5,
    hourly_rate: 240,
    description: 'Draft',
    activity_type: 'Drafting',
    start_time: '2026-03-14T09:00:00Z',
  })
  const cost = await made('/expenses', {
    case_id: matter.id,
    unit_price: 120,
    date: '2026-03-20',
    description: 'Court',
    code: 'E112',
  })
  const lines = [
    { time_entry_id: entry.id, discount_percent: 10, tax_category: 'S', tax_percent: 19 },
    { expense_id: cost.id, tax_category: 'E', tax_percent: 0 },
    { ...fee, tax_percent: 7 },
  ]
  const invoice = await made('/invoices', { client_user_id: client.id, case_id: matter.id, lines })
  return { id: Number(invoice['invoice_id']), client, matter, entry, cost }
}

const issue = async (id: number) =>
  expect((await owner.call('POST', `/invoices/${id}/issue`, { body: {} })).status).toBe(200)

describe('an invoice over the API', () => {
  it('has its lines, taxes and amounts, as a draft and as issued', async () => {
    const { id, client, matter, entry, cost } = await draft()
    const before = await get(id, '?expand=lines,taxes,payments')
    const none = {
      discount_amount: 0,
      discount_percent: null,
      user_id: null,
      user_name: null,
      time_entry_id: null,
      expense_id: null,
      case_id: null,
      code: null,
    }
    expect(before).toMatchObject({
      net_amount: 713.97,
      tax_amount: 80.46,
      total_amount: 794.43,
      balance: 0,
      period_from: '2026-03-14',
      period_to: '2026-03-20',
      language: 'de-DE',
      sent_at: null,
      client_reference: 'PO-7',
      payments: [],
    })
    expect(before['lines']).toEqual([
      {
        ...none,
        position: 1,
        kind: 'time',
        date: '2026-03-14',
        description: 'Draft',
        quantity: 1.5,
        unit: 'hour',
        unit_price: 240,
        discount_percent: 10,
        discount_amount: 36,
        net_amount: 324,
        tax_category: 'S',
        tax_percent: 19,
        time_entry_id: entry.id,
        case_id: matter.id,
        code: 'Drafting',
        user_id: entry['user_id'],
        user_name: expect.any(String),
      },
      {
        ...none,
        position: 2,
        kind: 'expense',
        date: '2026-03-20',
        description: 'Court',
        quantity: 1,
        unit: 'piece',
        unit_price: 120,
        net_amount: 120,
        tax_category: 'E',
        tax_percent: 0,
        expense_id: cost.id,
        case_id: matter.id,
        code: 'E112',
      },
      {
        ...none,
        position: 3,
        kind: 'fee',
        date: null,
        description: 'Fee',
        quantity: 3,
        unit: 'piece',
        unit_price: 99.99,
        discount_percent: 10,
        discount_amount: 30,
        net_amount: 269.97,
        tax_category: 'S',
        tax_percent: 7,
      },
    ])
    expect(before['taxes']).toEqual([
      { category: 'S', percent: 19, base_amount: 324, tax_amount: 61.56, reason: null },
      { category: 'S', percent: 7, base_amount: 269.97, tax_amount: 18.9, reason: null },
      { category: 'E', percent: 0, base_amount: 120, tax_amount: 0, reason: null },
    ])
    await issue(id)
    const { lines, taxes, ...issued } = await get(id, '?expand=lines,taxes,payments')
    expect([lines, taxes]).toEqual([before['lines'], before['taxes']])
    expect(issued).toMatchObject({
      net_amount: 713.97,
      tax_amount: 80.46,
      balance: 794.43,
      bill_to: {
        name: 'Moss Ltd',
        contact_name: 'Ada Moss',
        address: '1 High Street',
        buyer_reference: 'PO-7',
        email: 'a@example.com',
      },
    })
    await owner.call('PATCH', `/clients/${client.id}`, { body: { company_name: 'Other' } })
    expect(await get(id)).toMatchObject({ bill_to: { name: 'Moss Ltd' }, updated_at: issued.updated_at })
  })

  it('is the same in lists, with the same bytes', async () => {
    const { id } = await draft()
    await issue(id)
    const query = 'expand=lines,taxes,payments,client'
    const [one, all] = [await read(`/invoices/${id}?${query}`), await read(`/invoices?ids=${id}&${query}`)]
    expect(all.text).toContain(`"data":[${one.text.slice('{"data":'.length, -1)}]`)
  })

  it('lists at most 50 with lines, and names the limit', async () => {
    for (const query of ['expand=lines&limit=51', 'expand=client,lines&limit=200'])
      expect((await api.call('GET', `/invoices?${query}`, { key })).body).toMatchObject({
        code: 'page_too_large',
        limit: 50,
      })
    for (const query of ['expand=lines&limit=50', 'expand=lines', 'expand=taxes,payments&limit=200', 'limit=200'])
      await read(`/invoices?${query}`)
    expect((await api.call('GET', '/credit-notes?expand=lines&limit=51', { key })).body.code).toBe('page_too_large')
    for (const path of ['/credit-notes', '/credit-notes?expand=lines,taxes', '/invoices?expand=taxes,payments'])
      await read(path)
    expect((await api.call('GET', '/credit-notes?expand=payments', { key })).status).toBe(400)
  })

  it('loses the entries of its lines when it is void, and keeps their texts and matters', async () => {
    const { id } = await draft()
    await issue(id)
    const [before] = (await get(id, '?expand=lines'))['lines'] as object[]
    await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'cancelled' } })
    const after = await get(id, '?expand=lines')
    expect(after).toMatchObject({ status: 'cancelled', balance: 0, open_amount: 0, voided_at: expect.any(String) })
    expect((after['lines'] as object[])[0]).toEqual({ ...before, time_entry_id: null })
  })

  it('shows payments and credit notes with what they pay', async () => {
    const { id, client } = await draft()
    await issue(id)
    const payment = await owner.call('POST', '/payments', {
      body: {
        key: crypto.randomUUID(),
        client_id: client.id,
        amount: 100,
        paid_on: '2026-04-01',
        method: 'Bank',
        reference: 'R1',
        allocations: [{ invoice_id: id, amount: 100 }],
      },
    })
    expect(payment.status, payment.text).toBe(201)
    expect(
      (await owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line: 2, net: 69.97 }] } })).status,
    ).toBe(201)
    const invoice = await get(id, '?expand=payments')
    const [note] = (await read(`/credit-notes?invoice_id=${id}&expand=lines,taxes`)).rows
    expect(note).toMatchObject({
      net_amount: 69.97,
      tax_amount: 4.9,
      total_amount: 74.87,
      bill_to: { name: 'Moss Ltd', buyer_reference: 'PO-7' },
      lines: [{ position: 1, kind: 'fee', quantity: 1, unit_price: 69.97, net_amount: 69.97, tax_percent: 7 }],
      taxes: [{ category: 'S', percent: 7, base_amount: 69.97, tax_amount: 4.9, reason: null }],
    })
    expect(invoice['payments']).toEqual([
      {
        payment_id: expect.any(Number),
        credit_note_id: null,
        amount: 100,
        paid_on: '2026-04-01',
        method: 'Bank',
        reference: 'R1',
      },
      {
        payment_id: null,
        credit_note_id: note?.['id'],
        amount: 74.87,
        paid_on: note?.['issue_date'],
        method: null,
        reference: note?.['number'],
      },
    ])
    expect(invoice).toMatchObject({ balance: 619.56, amount_paid: 100, credited_amount: 74.87 })
  })

  it('has no lines when it was made with a total only', async () => {
    const { invoice_id: id } = JSON.parse(
      await createInvoice(api.db, workspaceId, { number: 'CLI-1', total: 50, status: 'sent' }),
    ) as { invoice_id: number }
    expect(await get(id, '?expand=lines,taxes')).toMatchObject({
      net_amount: 50,
      tax_amount: 0,
      balance: 50,
      bill_to: null,
      period_from: null,
      lines: [],
      taxes: [],
    })
  })
})

describe('a draft', () => {
  it('follows its client and the language of the firm, with a stamp and an event', async () => {
    const hook = await api.call('POST', '/webhooks', {
      key,
      body: { url: 'https://example.com', events: ['invoice.updated'] },
    })
    expect(hook.status).toBe(201)
    const { id, client } = await draft()
    const events = () =>
      api.db.rows({
        data: text,
      })`SELECT data::text AS data FROM events WHERE workspace_id = ${workspaceId} AND kind = 'invoice.updated' AND (data->>'invoice_id')::int = ${id} ORDER BY data->>'updated_at'`
    const before = await get(id)
    await api.call('PATCH', `/clients/${client.id}`, { key, body: { contact_person: 'Bo Moss' } })
    const after = await get(id)
    expect(after).toMatchObject({ bill_to: { name: 'Moss Ltd', contact_name: 'Bo Moss' } })
    expect(after.updated_at > before.updated_at).toBe(true)
    expect((await events()).map(({ data }) => `{"data":${data}}`)).toEqual([(await read(`/invoices/${id}`)).text])
    await owner.call('PATCH', '/firm', { body: { locale: 'fr-FR' } })
    expect(await get(id)).toMatchObject({ language: 'fr-FR' })
    expect(await events()).toHaveLength(2)
    await api.call('PATCH', `/clients/${client.id}`, { key, body: { notes: 'Pays late' } })
    expect(await events()).toHaveLength(2)
    await owner.call('PATCH', '/firm', { body: { locale: 'de-DE' } })
  })
})

it('finds invoices by the days that they have', async () => {
  const { id, client } = await draft()
  const days = { issue_date: '2031-03-01', due_date: '2031-03-15' }
  expect((await owner.call('POST', `/invoices/${id}/issue`, { body: days })).status).toBe(200)
  await owner.call('POST', '/payments', {
    body: {
      key: crypto.randomUUID(),
      client_id: client.id,
      amount: 794.43,
      paid_on: '2031-03-10',
      allocations: [{ invoice_id: id, amount: 794.43 }],
    },
  })
  const idsOf = async (query: string) => (await read(`/invoices?${query}`)).rows.map((row) => row['invoice_id'])
  for (const [what, day] of [
    ['issued', '2031-03-01'],
    ['due', '2031-03-15'],
    ['paid', '2031-03-10'],
  ] as const) {
    expect(await idsOf(`${what}_from=${day}&${what}_to=${day}`)).toEqual([id])
    expect(await idsOf(`${what}_from=2031-03-16`)).toEqual([])
    expect(await idsOf(`client_id=${client.id}&${what}_to=2031-02-28`)).toEqual([])
  }
  expect((await api.call('GET', '/invoices?issued_from=2031-02-30', { key })).status).toBe(400)
})

it('shows the invoice of time and expenses, from the draft until it is void, with an event for each change', async () => {
  await api.call('POST', '/webhooks', {
    key,
    body: { url: 'https://example.com/work', events: ['time_entry.updated'] },
  })
  const { id, entry, cost } = await draft()
  const billed = async () => [
    (await read(`/time-entries/${entry.id}`)).body.data['invoice_id'],
    (await read(`/expenses/${cost.id}`)).body.data['invoice_id'],
  ]
  expect([entry['invoice_id'], cost['invoice_id']]).toEqual([null, null])
  expect(await billed()).toEqual([id, id])
  await issue(id)
  await api.call('PATCH', `/time-entries/${entry.id}`, { key, body: { is_billable: false, invoice_id: 1 } })
  expect(await billed()).toEqual([id, id])
  await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'cancelled' } })
  expect(await billed()).toEqual([null, null])
  const events = await api.db.rows({ invoice: text, before: text })`
    SELECT coalesce(data->>'invoice_id', 'none') AS invoice, coalesce(previous->>'invoice_id', 'same or null') AS before FROM events
    WHERE workspace_id = ${workspaceId} AND kind = 'time_entry.updated' AND (data->>'id')::int = ${entry.id} ORDER BY data->>'updated_at'`
  expect(events.map(({ invoice }) => invoice)).toEqual([String(id), String(id), 'none'])
  expect(events.at(-1)?.before).toBe(String(id))
})

it('finds time and expenses by their invoice, and by their day in the time zone of the firm', async () => {
  const { id, client, entry, cost } = await draft()
  const other = await draft()
  const idsOf = async (query: string) => (await read(query)).rows.map((row) => row['id'])
  expect(await idsOf(`/time-entries?invoice_id=${id}`)).toEqual([entry.id])
  expect(await idsOf(`/expenses?invoice_id=${id},${other.id}`)).toEqual([cost.id, other.cost.id])
  await owner.call('PATCH', '/firm', { body: { time_zone: 'Pacific/Auckland' } })
  const late = await made('/time-entries', { client_id: client.id, duration: 1, start_time: '2026-03-14T12:00:00Z' })
  const undated = await made('/expenses', { client_id: client.id, description: 'Copies' })
  const [time, expenses] = ['time-entries', 'expenses'].map((path) => `/${path}?client_id=${client.id}`)
  expect(await idsOf(`${time}&from_date=2026-03-14&to_date=2026-03-14`)).toEqual([entry.id])
  expect(await idsOf(`${time}&from_date=2026-03-15`)).toEqual([late.id])
  expect(await idsOf(`${expenses}&from_date=2026-03-20`)).toEqual([cost.id])
  expect(await idsOf(`${expenses}&to_date=2026-03-20`)).toEqual([cost.id])
  expect(await idsOf(`${expenses}&to_date=2026-03-19`)).toEqual([])
  expect(undated.id).toBeGreaterThan(cost.id)
  await owner.call('PATCH', '/firm', { body: { time_zone: null } })
})

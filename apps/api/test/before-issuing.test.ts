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

const fee = { description: 'Fee', net: 10 }

async function draft(owner: Member, more: object = {}) {
  const reply = await owner.call('POST', '/invoices', { body: { lines: [fee], ...more } })
  expect(reply.status, reply.text).toBe(201)
  return Number(reply.body.data['invoice_id'])
}

describe('the check of a draft', () => {
  it('lists missing addresses and lines without text', async () => {
    const owner = await signedInAs(api)
    await owner.call('PATCH', '/firm', { body: { locale: 'de-DE', street: 'Weg 1', city: 'Berlin' } })
    const client = (await owner.call('POST', '/clients', { body: { company_name: 'Roe' } })).body.data.id
    const entry = (await owner.call('POST', '/time-entries', { body: { client_id: client, duration: 1 } })).body.data.id
    const lines = [{ time_entry_id: entry }, { description: '\u200B', net: 1 }, fee]
    const id = await draft(owner, { client_user_id: client, lines })
    const check = async () => (await owner.call('GET', `/invoices/${id}/print-check`)).body['problems']
    expect(await check()).toEqual([
      { place: 'client', message: expect.stringMatching(/^The address of the client is missing\./) },
      { place: 'invoice', message: 'Line 2 has no text that can be read.' },
      { place: 'invoice', message: 'Line 1 has no description.' },
    ])
    const [first] = (await owner.call('GET', `/invoices/${id}/lines`)).rows
    expect(first).toMatchObject({ description: 'Tätigkeit' })

    await owner.call('PATCH', `/clients/${client}`, { body: { street: 'Gasse 2', city: 'Köln' } })
    await owner.call('PATCH', `/invoices/${id}`, { body: { lines: [fee] } })
    expect(await check()).toEqual([])
  })
})

describe('an invoice that is due before it is issued', () => {
  const wrong = { issue_date: '2026-11-28', due_date: '2026-01-15' }

  it('is refused as a draft, when it is changed and when it is issued', async () => {
    const owner = await signedInAs(api)
    const id = await draft(owner)
    for (const reply of [
      await owner.call('POST', '/invoices', { body: { lines: [fee], ...wrong } }),
      await owner.call('PATCH', `/invoices/${id}`, { body: wrong }),
      await owner.call('POST', `/invoices/${id}/issue`, { body: wrong }),
      await owner.call('POST', `/invoices/${id}/issue`, { body: { due_date: '2026-01-15' } }),
    ]) {
      expect(reply.status, reply.text).toBe(400)
      expect(reply.body['details']).toMatchObject([{ field: 'due_date', code: 'before_issue_date' }])
    }
    expect((await owner.call('GET', `/invoices/${id}`)).body.data).toMatchObject({ status: 'draft', due_date: null })
  })

  it('is allowed on the same day', async () => {
    const owner = await signedInAs(api)
    const id = await draft(owner)
    const day = { issue_date: '2026-11-28', due_date: '2026-11-28' }
    expect((await owner.call('POST', `/invoices/${id}/issue`, { body: day })).status).toBe(200)
  })
})

describe('a credit note', () => {
  it('on a paid invoice is a change of the invoice', async () => {
    const owner = await signedInAs(api)
    const key = await api.key({ email: owner.account })
    await api.call('POST', '/webhooks', { key, body: { url: 'https://example.com/in', events: ['invoice.updated'] } })
    const client = (await owner.call('POST', '/clients', { body: { company_name: 'Roe' } })).body.data.id
    const id = await draft(owner, { client_user_id: client })
    await owner.call('POST', `/invoices/${id}/issue`, { body: {} })
    const allocations = [{ invoice_id: id, amount: 10 }]
    const payment = { key: crypto.randomUUID(), client_id: client, amount: 10, paid_on: '2026-11-20', allocations }
    expect((await owner.call('POST', '/payments', { body: payment })).status).toBe(201)
    const read = async () => (await api.call('GET', `/invoices/${id}`, { key })).body.data
    const events = () =>
      api.db.event.count({ where: { kind: 'invoice.updated', data: { path: ['invoice_id'], equals: id } } })
    const [before, count] = [await read(), await events()]
    const note = await owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line: 0, net: 4 }] } })
    expect(note.status, note.text).toBe(201)
    const after = await read()
    expect(after).toEqual({ ...before, updated_at: expect.any(String), etag: expect.any(String) })
    expect(Date.parse(after['updated_at'])).toBeGreaterThan(Date.parse(before['updated_at']))
    expect(await events()).toBe(count + 1)
  })

  it('of a part of hours is one piece', async () => {
    const owner = await signedInAs(api)
    const client = (await owner.call('POST', '/clients', { body: { company_name: 'Roe' } })).body.data.id
    const work = { client_id: client, duration: 0.1, hourly_rate: 54, description: 'Call' }
    const entry = (await owner.call('POST', '/time-entries', { body: work })).body.data.id
    const id = await draft(owner, { client_user_id: client, lines: [{ time_entry_id: entry }] })
    await owner.call('POST', `/invoices/${id}/issue`, { body: {} })
    const note = await owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line: 0, net: 5.4 }] } })
    const key = await api.key({ email: owner.account })
    const read = await api.call('GET', `/credit-notes/${note.body.data.id}?expand=lines`, { key })
    expect(read.body.data['lines']).toMatchObject([{ quantity: 1, unit: 'piece', unit_price: 5.4, net_amount: 5.4 }])
    const invoice = await api.call('GET', `/invoices/${id}?expand=lines`, { key })
    expect(invoice.body.data['lines']).toMatchObject([{ quantity: 0.1, unit: 'hour' }])
  })

  it('over more than a tax has left says how much is left', async () => {
    const owner = await signedInAs(api)
    const taxed = { tax_category: 'S', tax_percent: 19 }
    const lines = [
      { description: 'Fee', net: 720, ...taxed },
      { description: 'Advance', net: -620, ...taxed },
    ]
    const id = await draft(owner, { lines })
    await owner.call('POST', `/invoices/${id}/issue`, { body: {} })
    const note = await owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line: 0, net: 120 }] } })
    expect([note.status, note.text]).toEqual([400, expect.stringContaining('with 19 % tax, 100 without tax is left')])
  })
})

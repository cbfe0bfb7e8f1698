import { text } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { createDocument, createInvoice, signDocument, updateInvoiceStatus } from '@matterbase/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string
let workspaceId: number

beforeAll(async () => {
  api = await startApi()
  const email = await api.account()
  key = await api.key({ email })
  workspaceId = await findWorkspace(api.db, email, 'live')
  await api.call('POST', '/webhooks', {
    key,
    body: { url: 'https://example.com', events: ['invoice.paid', 'document.signed'] },
  })
})
afterAll(() => api.close())

const eventsOf = (kind: string) =>
  api.db.rows({ data: text })`SELECT data::text AS data FROM events WHERE kind = ${kind} ORDER BY created_at`

describe('invoices', () => {
  it('are read one by one and in lists', async () => {
    const json = await createInvoice(api.db, workspaceId, {
      number: 'INV-1',
      total: 1250.5,
      issueDate: '2024-05-01',
      dueDate: '2024-05-31',
    })
    const created = JSON.parse(json) as { invoice_id: number }
    const got = await api.call('GET', `/invoices/${created.invoice_id}`, { key })
    expect(got.text).toBe(`{"data":${json}}`)
    expect(got.body.data).toEqual({
      invoice_id: expect.any(Number),
      invoice_number: 'INV-1',
      case_id: null,
      client_user_id: null,
      total_amount: 1250.5,
      status: 'draft',
      issue_date: '2024-05-01',
      due_date: '2024-05-31',
      paid_date: null,
      amount_paid: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      currency: null,
      open_amount: 0,
      credited_amount: 0,
      written_off_amount: 0,
      voided_at: null,
      written_off_at: null,
      write_off_reason: null,
      net_amount: 1250.5,
      tax_amount: 0,
      balance: 0,
      client_reference: null,
      period_from: null,
      period_to: null,
      language: 'en-GB',
      sent_at: null,
      bill_to: null,
      etag: expect.any(String),
    })
    const list = await api.call('GET', '/invoices?status=draft&sort=-id', { key })
    expect(list.rows).toEqual([created])
    expect((await api.call('GET', '/invoices?status=paid', { key })).body['count']).toBe(0)
  })

  it('cannot be written', async () => {
    for (const [method, path, allow] of [
      ['POST', '/invoices', 'GET, HEAD, OPTIONS'],
      ['PUT', '/invoices', 'GET, HEAD, OPTIONS'],
      ['PATCH', '/invoices/1', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/invoices/1', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const reply = await api.call(method, path, { key, body: method === 'DELETE' ? undefined : {} })
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow])
    }
  })

  it('are found by client and matter', async () => {
    const client = (await api.call('POST', '/clients', { key, body: { company_name: 'C' } })).body.data
    const matter = (await api.call('POST', '/matters', { key, body: { title: 'M' } })).body.data
    await createInvoice(api.db, workspaceId, { number: 'INV-C', total: 1, clientId: client.id, caseId: matter.id })
    for (const query of [`client_id=${client.id}`, `case_id=${matter.id}`])
      expect((await api.call('GET', `/invoices?${query}`, { key })).rows).toMatchObject([
        { invoice_number: 'INV-C', client_user_id: client.id, case_id: matter.id },
      ])
  })

  it('refuse a number that is taken and a client of nobody', async () => {
    await createInvoice(api.db, workspaceId, { number: 'INV-T', total: 1 })
    await expect(createInvoice(api.db, workspaceId, { number: 'INV-T', total: 1 })).rejects.toThrow('INV-T')
    await expect(createInvoice(api.db, workspaceId, { number: 'INV-U', total: 1, clientId: 987654 })).rejects.toThrow(
      '987654',
    )
  })

  it('fire invoice.paid once, on the change into paid, with the bytes of GET', async () => {
    const before = (await eventsOf('invoice.paid')).length
    const { invoice_id: id } = JSON.parse(
      await createInvoice(api.db, workspaceId, { number: 'INV-P', total: 99.95, status: 'sent' }),
    ) as { invoice_id: number }
    await Promise.all(Array.from({ length: 5 }, () => updateInvoiceStatus(api.db, workspaceId, id, 'paid')))
    const got = await api.call('GET', `/invoices/${id}`, { key })
    expect(got.body.data).toMatchObject({
      status: 'paid',
      amount_paid: 99.95,
      paid_date: got.body.data.updated_at.slice(0, 10),
    })
    const events = (await eventsOf('invoice.paid')).slice(before)
    expect(events.map(({ data }) => `{"data":${data}}`)).toEqual([got.text])
    expect(await updateInvoiceStatus(api.db, workspaceId, 987654, 'paid')).toBeUndefined()
  })

  it('fire it too when they are created paid', async () => {
    const before = (await eventsOf('invoice.paid')).length
    await createInvoice(api.db, workspaceId, { number: 'INV-N', total: 5, status: 'paid' })
    const [event] = (await eventsOf('invoice.paid')).slice(before)
    expect(JSON.parse(event?.data ?? '')).toMatchObject({ invoice_number: 'INV-N', amount_paid: 5 })
  })
})

it('signing a document fires document.signed once', async () => {
  const json = await createDocument(api.db, workspaceId, {
    title: 'Engagement letter',
    signerName: 'Jane',
    signerEmail: 'jane@example.com',
  })
  const { document_id: id } = JSON.parse(json) as { document_id: number }
  expect(JSON.parse(json)).toMatchObject({ status: 'sent', signed_at: null })
  const signed = await Promise.all([1, 2, 3].map(() => signDocument(api.db, workspaceId, id)))
  expect(new Set(signed).size).toBe(1)
  const events = await eventsOf('document.signed')
  expect(events.map(({ data }) => data)).toEqual([signed[0]])
  expect(JSON.parse(signed[0] ?? '')).toEqual({
    document_id: id,
    title: 'Engagement letter',
    case_id: null,
    client_id: null,
    status: 'signed',
    signer_name: 'Jane',
    signer_email: 'jane@example.com',
    signed_at: expect.stringMatching(/Z$/),
    created_at: expect.stringMatching(/Z$/),
  })
})

import { commandLineContract, readScopeOf } from '@matterbase/schemas'
import type { Scope } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let email: string

beforeAll(async () => {
  api = await startApi()
  email = await api.account()
})
afterAll(() => api.close())

const keyWith = (...given: Scope[]) => api.key({ email, environment: 'test', scopes: ['webhooks:write', ...given] })

async function shownTo(key: string, path: string, body: object, headers: Record<string, string> = {}) {
  const reply = await api.call('POST', path, { key, body, headers })
  expect(reply.status, reply.text).toBe(201)
  const shown = Object.entries(reply.body.data).filter(([, value]) => value !== null)
  return { reply, shown: Object.fromEntries(shown) }
}

const stamps = { created_at: expect.any(String), updated_at: expect.any(String) }

describe('a test invoice', () => {
  it('shows a key without invoices:read what it sent, its id and its stamps', async () => {
    const { shown, reply } = await shownTo(await keyWith('matters:read', 'clients:read'), '/test-invoices', {
      status: 'paid',
      due_date: '2026-01-31',
    })
    expect(shown).toEqual({ invoice_id: expect.any(Number), status: 'paid', due_date: '2026-01-31', ...stamps })
    expect(reply.headers.get('etag')).toBeNull()
  })

  it('shows such a key no number that follows those of other invoices', async () => {
    await shownTo(await keyWith('invoices:read'), '/test-invoices', { invoice_number: 'SECRET-41' })
    const { shown } = await shownTo(await keyWith(), '/test-invoices', {})
    expect(shown).toEqual({ invoice_id: expect.any(Number), ...stamps })
  })

  it('returns the same for an Idempotency-Key again', async () => {
    const key = await keyWith()
    const headers = { 'idempotency-key': 'test-invoice' }
    const { reply } = await shownTo(key, '/test-invoices', { total_amount: 5 }, headers)
    const again = await shownTo(key, '/test-invoices', { total_amount: 5 }, headers)
    expect([again.reply.headers.get('idempotent-replayed'), again.reply.text]).toEqual(['true', reply.text])
  })

  it('is whole for a key with invoices:read', async () => {
    const { shown } = await shownTo(await keyWith('invoices:read'), '/test-invoices', { total_amount: 12.5 })
    expect(shown).toMatchObject({ total_amount: 12.5, status: 'draft', invoice_number: expect.any(String) })
  })
})

it('a test document shows a key without documents:read what it sent, and others all of it', async () => {
  const sent = { title: 'Lease' }
  const { shown } = await shownTo(await keyWith(), '/test-documents', sent)
  expect(shown).toEqual({ document_id: expect.any(Number), title: 'Lease', created_at: expect.any(String) })
  const whole = (await shownTo(await keyWith('documents:read'), '/test-documents', sent)).shown
  expect(whole).toMatchObject({ status: 'signed', signer_name: 'Jane Doe' })
})

it('names a scope that reads for each operation that makes records', () => {
  const making = Object.values(commandLineContract.testRecords)
  expect(making.map((operation) => readScopeOf(operation))).toEqual([
    'invoices:read',
    'invoices:read',
    'invoices:read',
    'documents:read',
  ])
})

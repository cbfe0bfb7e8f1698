import { randomUUID } from 'node:crypto'
import { orNull, text } from '@matterbase/db'
import { findWorkspace, markOverdue } from '@matterbase/domain'
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

const day = '2026-01-02'

/** A firm with a client, and an endpoint for the events of invoices. */
async function firm() {
  const owner = await signedInAs(api)
  const key = await api.key({ email: owner.account })
  const workspaceId = await findWorkspace(api.db, owner.account, 'live')
  const events = ['invoice.updated', 'invoice.paid', 'invoice.overdue']
  await api.call('POST', '/webhooks', { key, body: { url: 'https://example.com/hooks', events } })
  const client = await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })
  const clientId = client.body.data.id
  const read = async (id: number) => (await api.call('GET', `/invoices/${id}`, { key })).body.data
  const draft = async (lines: readonly object[]) => {
    const body = { client_user_id: clientId, issue_date: day, due_date: day, lines }
    return Number((await owner.call('POST', '/invoices', { body })).body.data['invoice_id'])
  }
  const issue = (id: number) => owner.call('POST', `/invoices/${id}/issue`, { body: {} })
  const invoice = async (lines: readonly object[]) => {
    const id = await draft(lines)
    expect((await issue(id)).status).toBe(200)
    return id
  }
  const told = async () => {
    const rows = await api.db.rows({ kind: text, previous: orNull(text) })`
      SELECT kind, previous::text AS previous FROM events WHERE workspace_id = ${workspaceId} AND kind LIKE 'invoice.%' ORDER BY created_at, kind DESC`
    return rows.map(({ kind, previous }) => [kind, previous && JSON.parse(previous)] as const)
  }
  return { owner, key, workspaceId, clientId, read, draft, issue, invoice, told }
}

const pay = (owner: Member, clientId: number, amount: number) =>
  owner.call('POST', '/payments', { body: { key: randomUUID(), client_id: clientId, amount, paid_on: day } })
const credit = (owner: Member, id: number, body: object = {}) =>
  owner.call('POST', `/invoices/${id}/credit-notes`, { body })
const writeOff = (owner: Member, id: number, reason: string | null) =>
  owner.call('POST', `/invoices/${id}/write-off`, { body: { reason } })
const untouched = {
  credited_amount: 0,
  written_off_amount: 0,
  voided_at: null,
  written_off_at: null,
  write_off_reason: null,
}
const fee = [{ description: 'Fee', net: 200, tax_category: 'S', tax_percent: 19 }]

describe('what became of an invoice', () => {
  it('is in the API: open, credited, paid and written off add up to its total', async () => {
    const { owner, read, draft, issue, clientId } = await firm()
    const id = await draft(fee)
    expect(await read(id)).toMatchObject({ ...untouched, total_amount: 238, open_amount: 0 })
    await issue(id)
    expect(await read(id)).toMatchObject({ ...untouched, open_amount: 238 })
    await credit(owner, id, { lines: [{ line: 0, net: 10 }] })
    expect(await read(id)).toMatchObject({ ...untouched, open_amount: 226.1, credited_amount: 11.9 })
    await pay(owner, clientId, 50)
    expect(await read(id)).toMatchObject({ open_amount: 176.1, amount_paid: 50 })
    await writeOff(owner, id, 'Insolvent')
    expect(await read(id)).toMatchObject({
      status: 'paid',
      open_amount: 0,
      amount_paid: 50,
      credited_amount: 11.9,
      written_off_amount: 176.1,
      write_off_reason: 'Insolvent',
      written_off_at: expect.stringMatching(/Z$/),
      voided_at: null,
    })
  })

  it('distinguishes a void invoice from one that was written off, and leaves nothing owed on either', async () => {
    const { owner, read, invoice } = await firm()
    const [isVoid, isGivenUp] = [await invoice(fee), await invoice(fee)]
    await owner.call('PUT', `/invoices/${isVoid}/status`, { body: { status: 'cancelled' } })
    await writeOff(owner, isGivenUp, null)
    const ended = { status: 'cancelled', open_amount: 0 }
    expect(await read(isVoid)).toMatchObject({ ...ended, ...untouched, voided_at: expect.stringMatching(/Z$/) })
    expect(await read(isGivenUp)).toMatchObject({ ...ended, voided_at: null, written_off_amount: 238 })
    for (const id of [isVoid, isGivenUp])
      expect((await owner.call('GET', `/invoices/${id}/settlement`)).body['owed']).toBe(0)
    await credit(owner, isGivenUp)
    // Nothing can be credited after an invoice is closed without a payment.
    expect(await read(isGivenUp)).toMatchObject({ credited_amount: 0, written_off_amount: 238 })
  })

  it('forgets the write-off when a credit note takes its place', async () => {
    const { owner, read, invoice, clientId } = await firm()
    const id = await invoice(fee)
    await pay(owner, clientId, 38)
    await writeOff(owner, id, 'Goodwill')
    await credit(owner, id, { lines: [{ line: 0, net: 100 }] })
    expect(await read(id)).toMatchObject({ credited_amount: 119, written_off_amount: 81, write_off_reason: 'Goodwill' })
    await credit(owner, id)
    expect((await credit(owner, id, { lines: [{ line: 0, net: 100 }] })).status).toBe(201)
    expect(await read(id)).toMatchObject({ ...untouched, credited_amount: 200, amount_paid: 38, open_amount: 0 })
  })

  it('moves updated_at and tells subscribers, also for an amount alone', async () => {
    const { owner, key, read, invoice, told, clientId } = await firm()
    const id = await invoice(fee)
    const { updated_at: issued } = await read(id)
    const steps = [
      () => credit(owner, id, { lines: [{ line: 0, net: 10 }] }),
      () => pay(owner, clientId, 50),
      () => writeOff(owner, id, 'Insolvent'),
    ]
    let since = issued
    for (const step of steps) {
      await step()
      const changed = await api.call('GET', `/invoices?updated_since=${since}`, { key })
      expect(changed.rows).toEqual([await read(id)])
      since = (await read(id)).updated_at
    }
    // The draft is issued, and overdue at once.
    expect((await told()).slice(2)).toEqual([
      ['invoice.updated', { open_amount: 238, balance: 238, credited_amount: 0 }],
      ['invoice.updated', { amount_paid: null, open_amount: 226.1, balance: 226.1 }],
      [
        'invoice.updated',
        {
          status: 'overdue',
          paid_date: null,
          open_amount: 176.1,
          balance: 176.1,
          written_off_amount: 0,
          written_off_at: null,
          write_off_reason: null,
        },
      ],
      ['invoice.paid', null],
    ])
  })
})

describe('an invoice that owes nothing', () => {
  const free = [{ description: 'Pro bono', quantity: 2, unit_price: 100, discount_percent: 100 }]

  it.each([
    ['issued', (owner: Member, id: number) => owner.call('POST', `/invoices/${id}/issue`, { body: {} })],
    [
      'set to sent',
      (owner: Member, id: number) => owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'sent' } }),
    ],
  ])('is paid when it is %s: never overdue, and not on Home', async (_how, issue) => {
    const { owner, workspaceId, read, draft, told } = await firm()
    const id = await draft(free)
    await issue(owner, id)
    expect(await read(id)).toMatchObject({ status: 'paid', total_amount: 0, amount_paid: 0, open_amount: 0 })
    expect((await told()).map(([kind]) => kind)).toEqual(['invoice.updated', 'invoice.paid'])
    expect(await markOverdue(api.db, { workspaceId, ownerUuid: randomUUID(), environment: 'live' })).toBe(0)
    expect((await owner.call('GET', '/home')).body['overdue']).toMatchObject({ count: 0 })
  })

  it('can be voided, since nothing was paid on it', async () => {
    const { owner, read, invoice } = await firm()
    const id = await invoice(free)
    await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'cancelled' } })
    expect(await read(id)).toMatchObject({ status: 'cancelled', voided_at: expect.any(String) })
  })

  it('is not overdue or on Home where an earlier version issued it as sent', async () => {
    const { owner, workspaceId, read, invoice } = await firm()
    const id = await invoice(free)
    await api.db.invoice.updateMany({ where: { invoice_id: id }, data: { status: 'sent' } })
    expect(await markOverdue(api.db, { workspaceId, ownerUuid: randomUUID(), environment: 'live' })).toBe(0)
    expect(await read(id)).toMatchObject({ status: 'sent' })
    expect((await owner.call('GET', '/home')).body['overdue']).toMatchObject({ count: 0 })
  })
})

import { randomUUID } from 'node:crypto'
import { int, orNull, text } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { optInKinds } from '@matterbase/schemas'
import type { EventKind } from '@matterbase/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi({ canMail: true })
})
afterAll(() => api.close())

const money = optInKinds.filter((kind) => /^(invoice|payment|credit_note)\./.test(kind))

/** A firm with a client, whose live workspace has an endpoint for these events. */
async function firm(events: readonly EventKind[] = money) {
  const owner = await signedInAs(api)
  const key = await api.key({ email: owner.account })
  const workspaceId = await findWorkspace(api.db, owner.account, 'live')
  const clientId = (await owner.call('POST', '/clients', { body: { company_name: 'Roe' } })).body.data.id
  const url = 'https://example.com/hooks'
  if (events.length > 0) await api.call('POST', '/webhooks', { key, body: { url, events } })
  /** The events in the order of their deliveries, with the moment of each. */
  const recorded = () => api.db.rows({ kind: text, data: text, previous: orNull(text), at: text, deliveries: int })`
    SELECT event.kind, event.data::text AS data, event.previous::text AS previous, event.created_at::text AS at,
           count(delivery.id)::int AS deliveries
    FROM events AS event LEFT JOIN webhook_deliveries AS delivery
      ON delivery.workspace_id = event.workspace_id AND delivery.event_id = event.id
    WHERE event.workspace_id = ${workspaceId} AND event.kind = ANY (${[...money, ...events]})
    GROUP BY event.workspace_id, event.id ORDER BY min(delivery.id)`
  let seen = 0
  /** The events since the last call. */
  const next = async () => {
    const all = await recorded()
    const from = seen
    seen = all.length
    return all.slice(from)
  }
  const get = (path: string) => api.call('GET', path, { key })
  return { owner, key, workspaceId, clientId, next, get }
}

type Firm = Awaited<ReturnType<typeof firm>>

async function issued({ owner, clientId, next }: Firm, net = 100): Promise<number> {
  const lines = [{ description: 'Fee', net }]
  const { data } = (await owner.call('POST', '/invoices', { body: { client_user_id: clientId, lines } })).body
  const id = Number(data['invoice_id'])
  expect((await owner.call('POST', `/invoices/${id}/issue`, { body: {} })).status).toBe(200)
  await next()
  return id
}

const pay = (owner: Member, clientId: number, amount: number, more: object = {}) =>
  owner.call('POST', '/payments', {
    body: { key: randomUUID(), client_id: clientId, amount, paid_on: '2026-03-14', ...more },
  })

const kindsOf = (events: readonly { readonly kind: string }[]) => events.map(({ kind }) => kind)
const recordIn = ({ text: body }: Reply) => /^\{"data":(.*)\}$/.exec(body)?.[1]

describe('a payment', () => {
  it('in full fires payment.created, invoice.updated and invoice.paid, in one commit and with the bytes of GET', async () => {
    const own = await firm([...money, 'invoice.paid'])
    const id = await issued(own)
    const paid = await pay(own.owner, own.clientId, 100)
    expect(paid.status, paid.text).toBe(201)
    const events = await own.next()
    expect(kindsOf(events)).toEqual(['payment.created', 'invoice.updated', 'invoice.paid'])
    expect(new Set(events.map(({ at }) => at)).size).toBe(1)
    expect(events.map(({ deliveries }) => deliveries)).toEqual([1, 1, 1])
    const [payment] = (await own.get('/payments')).rows
    expect(events[0]?.data).toBe(recordIn(await own.get(`/payments/${payment?.id}`)))
    expect(payment).toMatchObject({ unallocated_amount: 0, allocations: [{ invoice_id: id, amount: 100 }] })
    expect(events[2]?.data).toBe(recordIn(await own.get(`/invoices/${id}`)))
  })

  it('that is sent twice fires once, and one that is refused fires nothing', async () => {
    const own = await firm()
    await issued(own)
    const key = randomUUID()
    for (const status of [201, 201]) expect((await pay(own.owner, own.clientId, 10, { key })).status).toBe(status)
    expect((await pay(own.owner, own.clientId, 20, { key })).status).toBe(409)
    expect(kindsOf(await own.next())).toEqual(['payment.created', 'invoice.updated'])
  })

  it('that is reversed fires its tombstone, as the list has it', async () => {
    const own = await firm()
    await issued(own)
    await pay(own.owner, own.clientId, 100)
    const [payment] = (await own.get('/payments')).rows
    await own.next()
    expect((await own.owner.call('DELETE', `/payments/${payment?.id}`)).status).toBe(200)
    const events = await own.next()
    expect(kindsOf(events)).toEqual(['payment.deleted', 'invoice.updated'])
    const { rows } = await own.get(`/payments?updated_since=${payment?.updated_at}&include_deleted=true`)
    expect(events[0]?.data).toBe(JSON.stringify(rows[0]))
    expect((await own.owner.call('DELETE', `/payments/${payment?.id}`)).status).toBe(404)
    expect(await own.next()).toEqual([])
  })

  it('of credit fires payment.updated when it is spent, refunded, and when the refund is reversed', async () => {
    const own = await firm()
    await pay(own.owner, own.clientId, 150)
    const [payment] = (await own.get('/payments')).rows
    const id = await issued(own)
    expect((await own.owner.call('POST', `/invoices/${id}/spend-credit`, { body: {} })).status).toBe(200)
    const spent = await own.next()
    expect(kindsOf(spent)).toEqual(['payment.updated', 'invoice.updated'])
    expect(spent[0]?.data).toBe(recordIn(await own.get(`/payments/${payment?.id}`)))
    expect(JSON.parse(spent[0]?.previous ?? '')).toEqual({ allocations: [], unallocated_amount: 150 })

    const refund = { key: randomUUID(), client_id: own.clientId, amount: 30, currency: null, paid_on: '2026-03-15' }
    const refunded = await own.owner.call('POST', '/refunds', { body: refund })
    expect(refunded.status, refunded.text).toBe(201)
    expect((await own.owner.call('POST', '/refunds', { body: refund })).status).toBe(201)
    const afterRefund = await own.next()
    expect(kindsOf(afterRefund)).toEqual(['payment.updated'])
    expect(JSON.parse(afterRefund[0]?.previous ?? '')).toEqual({ refunds: [], unallocated_amount: 50 })

    expect((await own.owner.call('DELETE', `/refunds/${refunded.body.data.id}`)).status).toBe(200)
    expect(kindsOf(await own.next())).toEqual(['payment.updated'])
  })

  it('without a currency follows that of the firm', async () => {
    const own = await firm()
    await pay(own.owner, own.clientId, 5)
    await own.next()
    for (const currency of ['EUR', 'EUR']) await own.owner.call('PATCH', '/firm', { body: { currency } })
    const [event, ...others] = await own.next()
    expect([event?.kind, event?.previous, others]).toEqual(['payment.updated', '{"currency":null}', []])
  })
})

describe('a credit note', () => {
  it('fires credit_note.created, and credit_note.updated when its credit is spent', async () => {
    const own = await firm()
    const id = await issued(own)
    await pay(own.owner, own.clientId, 100)
    await own.next()
    const note = await own.owner.call('POST', `/invoices/${id}/credit-notes`, {
      body: { lines: [{ line: 0, net: 40 }] },
    })
    const created = await own.next()
    expect(kindsOf(created)).toEqual(['credit_note.created', 'invoice.updated'])
    expect(created[0]?.data).toBe(recordIn(await own.get(`/credit-notes/${note.body.data.id}`)))
    const other = await issued(own)
    await own.owner.call('POST', `/invoices/${other}/spend-credit`, { body: {} })
    const spent = await own.next()
    expect(kindsOf(spent)).toEqual(['credit_note.updated', 'invoice.updated'])
    expect(JSON.parse(spent[0]?.previous ?? '')).toEqual({ allocations: [], unallocated_amount: 40 })
  })

  it('on an open invoice fires credit_note.created before invoice.updated', async () => {
    const own = await firm()
    const id = await issued(own)
    await own.owner.call('POST', `/invoices/${id}/credit-notes`, { body: {} })
    // Credited in full is not void.
    expect(kindsOf(await own.next())).toEqual(['credit_note.created', 'invoice.updated'])
  })
})

describe('an invoice', () => {
  it('fires invoice.voided after invoice.updated, once', async () => {
    const own = await firm()
    const id = await issued(own)
    for (const body of [{ status: 'cancelled' }, { status: 'cancelled' }])
      await own.owner.call('PUT', `/invoices/${id}/status`, { body })
    const events = await own.next()
    expect(kindsOf(events)).toEqual(['invoice.updated', 'invoice.voided'])
    expect(events[1]?.data).toBe(recordIn(await own.get(`/invoices/${id}`)))
  })

  it('fires invoice.sent each time it is sent by email, and not for a credit note', async () => {
    const own = await firm(['invoice.sent'])
    const id = await issued(own)
    const mail = { key: randomUUID(), recipients: ['roe@example.com'], subject: 'Invoice', message: 'Attached' }
    const send = (more: object) =>
      own.owner.call('POST', `/invoices/${id}/mails`, { body: { ...mail, attach_pdf: false, ...more } })
    expect((await send({})).status).toBe(201)
    // The same message again.
    expect((await send({})).status).toBe(201)
    const events = await own.next()
    expect(kindsOf(events)).toEqual(['invoice.sent'])
    expect(events[0]?.data).toBe(recordIn(await own.get(`/invoices/${id}`)))
    await send({ key: randomUUID() })
    expect(kindsOf(await own.next())).toEqual(['invoice.sent'])
    const note = await own.owner.call('POST', `/invoices/${id}/credit-notes`, {
      body: { lines: [{ line: 0, net: 1 }] },
    })
    expect((await send({ key: randomUUID(), credit_note: note.body.data.id })).status).toBe(201)
    expect(await own.next()).toEqual([])
  })
})

it('fires nothing without a subscriber, and needs the scope', async () => {
  const own = await firm([])
  const id = await issued(own)
  await pay(own.owner, own.clientId, 50)
  await own.owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line: 0, net: 1 }] } })
  expect(await own.next()).toEqual([])
  const key = await api.key({ email: own.owner.account, scopes: ['webhooks:write', 'matters:read'] })
  const body = { url: 'https://example.com/hooks', events: ['payment.created'] }
  expect((await api.call('POST', '/webhooks', { key, body })).body.code).toBe('insufficient_scope')
})

it('is written with its change or not at all', async () => {
  const own = await firm()
  const id = await issued(own)
  // The events of payments cannot be written, so neither can payments.
  await api.db.run`
    ALTER TABLE events ADD CONSTRAINT no_payments CHECK (kind <> 'payment.created') NOT VALID`
  try {
    expect((await pay(own.owner, own.clientId, 100)).status).toBe(500)
    expect((await own.get('/payments')).rows).toEqual([])
    expect((await own.get(`/invoices/${id}`)).body.data).toMatchObject({ status: 'sent', amount_paid: null })
    expect(await own.next()).toEqual([])
  } finally {
    await api.db.run`ALTER TABLE events DROP CONSTRAINT no_payments`
  }
  expect((await pay(own.owner, own.clientId, 100)).status).toBe(201)
  expect(kindsOf(await own.next())).toEqual(['payment.created', 'invoice.updated'])
})

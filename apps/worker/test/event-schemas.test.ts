import { randomUUID } from 'node:crypto'
import { declineDocument, deleteInvoice, noteView, systemActor, write } from '@matterbase/domain'
import type { Tx } from '@matterbase/domain'
import { createCreditNote, recordPayment, removePayment, spendCredit } from '@matterbase/domain/payments'
import { noteSending } from '@matterbase/domain/sending'
import { createDocument, createInvoice, signDocument, updateInvoiceStatus } from '@matterbase/domain/testing'
import type { CreatedWebhookEndpoint } from '@matterbase/sdk'
import { eventKinds, WebhookEvent } from '@matterbase/schemas'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startApi } from './support/api-process.ts'
import type { ApiProcess } from './support/api-process.ts'
import { startReceiver } from './support/receiver.ts'
import type { Receiver } from './support/receiver.ts'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World
let receiver: Receiver
let api: ApiProcess

beforeEach(async () => {
  world = await createWorld()
  receiver = await startReceiver()
  api = await startApi(world)
})
afterEach(async () => {
  await api.kill('SIGKILL')
  await receiver.close()
  await world.close()
})

interface Made {
  readonly data: { readonly id: number }
}

/** Creates, changes and deletes a record. */
async function live(path: string, body: object, change: object) {
  const { data } = await api.call<Made>('POST', path, body)
  await api.call('PATCH', `${path}/${data.id}`, change)
  await api.call('DELETE', `${path}/${data.id}`)
}

it('sends of every kind what the contract says that an event of this kind is', async () => {
  await world.start('postgres')
  const { id } = await api.call<CreatedWebhookEndpoint>('POST', '/webhooks', { url: receiver.url, events: eventKinds })
  await api.call('POST', `/webhooks/${id}/test`)
  await live('/matters', { title: 'Hale v. Northgate' }, { status: 'Settled', end_date: '2026-03-14' })
  await live('/clients', { company_name: 'Hale Bakeries' }, { client_type: 'business' })
  await live('/time-entries', { duration: 1.5 }, { start_time: '2026-03-14T09:00' })
  await live('/expenses', { unit_price: 1.5 }, { date: '2026-03-14', code: 'E112' })
  for (const urgency of ['low', 'high'])
    await api.call('POST', '/leads', { leadData: { email: 'ada@example.com', urgency } })

  const { db, workspaceId } = world
  const invoice = { number: 'INV-1', total: 250.5, status: 'sent', dueDate: '2026-01-31' } as const
  const { invoice_id: overdue } = JSON.parse(await createInvoice(db, workspaceId, invoice)) as { invoice_id: number }
  const kinds = () => new Set(receiver.requests.map(({ json }) => json['event']))
  await updateInvoiceStatus(db, workspaceId, overdue, 'overdue')
  await updateInvoiceStatus(db, workspaceId, overdue, 'paid')
  const draft = JSON.parse(await createInvoice(db, workspaceId, { number: 'D-1', total: 1 })) as { invoice_id: number }
  const { owner_uuid: ownerUuid } = await db.workspace.findUniqueOrThrow({ where: { id: workspaceId } })
  const actor = systemActor({ workspaceId, ownerUuid, environment: 'live' })
  const within = <T>(work: (tx: Tx) => Promise<T>) => write(db, workspaceId, work)
  const external = { resource: 'invoice', resource_id: draft.invoice_id }
  const { data: booking } = await api.call<Made>('POST', '/external-records', external)
  await api.call('PATCH', `/external-records/${booking.id}`, { external_id: 'booking-1', metadata: { batch: '7' } })
  // Its external record is deleted with the draft.
  await within((tx) => deleteInvoice(tx, actor, { id: draft.invoice_id }))
  const { data: client } = await api.call<Made>('POST', '/clients', { company_name: 'Roe' })
  const issued = async (status: 'sent' | 'paid') => {
    const json = await createInvoice(db, workspaceId, { number: randomUUID(), total: 1, status, clientId: client.id })
    return (JSON.parse(json) as { invoice_id: number }).invoice_id
  }
  const payment = { key: randomUUID(), client_id: client.id, amount: 1, paid_on: '2026-03-14', allocations: [] }
  const { id: paymentId } = await within((tx) => recordPayment(tx, actor, payment))
  // Spends the payment, then the credit note.
  for (const credited of [false, true]) {
    const of = await issued('paid')
    if (credited) await within((tx) => createCreditNote(tx, actor, { invoice_id: of }))
    const owed = await issued('sent')
    await within((tx) => spendCredit(tx, actor, owed))
  }
  await within((tx) => removePayment(tx, actor, paymentId))
  const sent = await issued('sent')
  await within((tx) => noteSending(tx, sent))
  await updateInvoiceStatus(db, workspaceId, sent, 'cancelled')
  const signer = { title: 'Engagement letter', signerName: 'Ada', signerEmail: 'ada@example.com' }
  const { document_id: document } = JSON.parse(await createDocument(db, workspaceId, signer)) as { document_id: number }
  await within((tx) => noteView(tx, document))
  await signDocument(db, workspaceId, document)
  const { document_id: other } = JSON.parse(await createDocument(db, workspaceId, signer)) as { document_id: number }
  await within((tx) => declineDocument(tx, actor, { id: other, reason: 'No', member: null }))

  await expect.poll(kinds).toEqual(new Set(eventKinds))
  const problems = receiver.requests.flatMap(({ json }) => {
    const schema = WebhookEvent.options.find(({ shape }) => shape['event']?.safeParse(json['event']).success)
    const checked = schema?.strict().safeParse(json)
    return checked?.success ? [] : [`${String(json['event'])}: ${checked?.error.message ?? 'is not in the contract'}`]
  })
  expect(problems).toEqual([])
})

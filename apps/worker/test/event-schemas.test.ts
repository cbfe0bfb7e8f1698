import { deleteInvoice, systemActor, write } from '@matterbase/domain'
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
  await write(db, workspaceId, (tx) => deleteInvoice(tx, actor, { id: draft.invoice_id }))
  const signer = { title: 'Engagement letter', signerName: 'Ada', signerEmail: 'ada@example.com' }
  const { document_id: document } = JSON.parse(await createDocument(db, workspaceId, signer)) as { document_id: number }
  await signDocument(db, workspaceId, document)

  await expect.poll(kinds).toEqual(new Set(eventKinds))
  const problems = receiver.requests.flatMap(({ json }) => {
    const schema = WebhookEvent.options.find(({ shape }) => shape['event']?.safeParse(json['event']).success)
    const checked = schema?.strict().safeParse(json)
    return checked?.success ? [] : [`${String(json['event'])}: ${checked?.error.message ?? 'is not in the contract'}`]
  })
  expect(problems).toEqual([])
})

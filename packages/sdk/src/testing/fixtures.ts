import type { Client } from '../resources/clients.ts'
import type { Invoice } from '../resources/invoices.ts'
import type { Lead } from '../resources/leads.ts'
import type { Matter } from '../resources/matters.ts'
import type { Me } from '../resources/me.ts'
import type { TimeEntry } from '../resources/time-entries.ts'
import type { Delivery, WebhookEndpoint } from '../resources/webhook-types.ts'
import type { EventMap, Ping, SignedDocument } from '../webhooks/events.ts'
import {
  at,
  client,
  delivery,
  invoice,
  lead,
  make,
  type Maker,
  matter,
  me,
  timeEntry,
  webhookEndpoint,
} from './records.ts'

const document = make<SignedDocument>({
  document_id: 1,
  title: 'Engagement letter',
  case_id: 1,
  client_id: 1,
  status: 'signed',
  signer_name: 'Ada Moss',
  signer_email: 'ada@moss.example',
  signed_at: at,
  created_at: at,
})

const ping = make<Ping>({ ...webhookEndpoint(), message: 'This is a test event.' })

/** Complete records to test with, each with the members you care about put over it. */
export const fixtures: {
  readonly me: Maker<Me>
  readonly matter: Maker<Matter>
  readonly client: Maker<Client>
  readonly timeEntry: Maker<TimeEntry>
  readonly invoice: Maker<Invoice>
  readonly lead: Maker<Lead>
  readonly webhookEndpoint: Maker<WebhookEndpoint>
  readonly delivery: Maker<Delivery>
  readonly document: Maker<SignedDocument>
  readonly ping: Maker<Ping>
} = {
  me,
  matter,
  client,
  timeEntry,
  invoice,
  lead,
  webhookEndpoint,
  delivery,
  document,
  ping,
}

/** The record an event of each kind carries. */
export const eventData: { readonly [Kind in keyof EventMap]: () => EventMap[Kind] } = {
  'lead.created': lead,
  'matter.created': matter,
  'client.created': client,
  'invoice.paid': invoice,
  'document.signed': document,
  'ping.test': ping,
}

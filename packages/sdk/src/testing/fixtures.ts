import type { Client } from '../resources/clients.ts'
import type { Invoice } from '../resources/invoices.ts'
import type { Lead } from '../resources/leads.ts'
import type { Matter } from '../resources/matters.ts'
import type { Me } from '../resources/me.ts'
import type { TimeEntry } from '../resources/time-entries.ts'
import type { CreditNote } from '../resources/credit-notes.ts'
import type { Payment } from '../resources/payments.ts'
import type { Expense } from '../resources/expenses.ts'
import type { Delivery, WebhookEndpoint } from '../resources/webhook-types.ts'
import type { ChangeKind, DeletedRecord, EventMap, Ping, SignedDocument } from '../webhooks/events.ts'
import {
  at,
  client,
  delivery,
  lead,
  make,
  type Maker,
  matter,
  me,
  timeEntry,
  expense,
  webhookEndpoint,
} from './records.ts'
import { creditNote, invoice, payment } from './money.ts'

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

const deleted = make<DeletedRecord>({ id: 1, external_id: 'case-1', deleted_at: at, updated_at: at })

const ping = make<Ping>({ ...webhookEndpoint(), message: 'This is a test event.' })

/**
 * Complete records for tests. Pass the fields that matter for your test.
 *
 * @example
 * const matter = fixtures.matter({ title: 'Moss v. Fern', client_id: null })
 */
export const fixtures: {
  /** An API key of a test workspace. */
  readonly me: Maker<Me>
  /** A matter of a client, in progress. */
  readonly matter: Maker<Matter>
  /** A business client. */
  readonly client: Maker<Client>
  /** A time entry of 1.5 hours. */
  readonly timeEntry: Maker<TimeEntry>
  /** A court fee. */
  readonly expense: Maker<Expense>
  /** A paid invoice. */
  readonly invoice: Maker<Invoice>
  /** A payment. */
  readonly payment: Maker<Payment>
  /** A credit note. */
  readonly creditNote: Maker<CreditNote>
  /** A new lead. */
  readonly lead: Maker<Lead>
  /** An endpoint for `matter.created`. */
  readonly webhookEndpoint: Maker<WebhookEndpoint>
  /** A delivery that succeeded at the first attempt. */
  readonly delivery: Maker<Delivery>
  /** A signed document. */
  readonly document: Maker<SignedDocument>
  /** The `ping.test` of `mb.webhooks.test`. */
  readonly ping: Maker<Ping>
} = {
  me,
  matter,
  client,
  timeEntry,
  expense,
  creditNote,
  invoice,
  payment,
  lead,
  webhookEndpoint,
  delivery,
  document,
  ping,
}

/** The record of each event. */
export const eventData: { readonly [Kind in keyof EventMap]: () => EventMap[Kind] } = {
  'lead.created': lead,
  'matter.created': matter,
  'client.created': client,
  'invoice.paid': invoice,
  'document.signed': document,
  'ping.test': ping,
  'matter.updated': matter,
  'matter.deleted': deleted,
  'client.updated': client,
  'client.deleted': deleted,
  'time_entry.created': timeEntry,
  'time_entry.updated': timeEntry,
  'time_entry.deleted': deleted,
  'expense.created': expense,
  'expense.updated': expense,
  'expense.deleted': deleted,
  'lead.updated': lead,
  'invoice.created': invoice,
  'invoice.updated': invoice,
  'invoice.overdue': () => invoice({ status: 'overdue', paid_date: null, amount_paid: null, open_amount: 360 }),
  'invoice.deleted': () => deleted({ external_id: null }),
}

/** The old values of each `*.updated` event. */
export const eventPrevious: { readonly [Kind in ChangeKind]: Partial<EventMap[Kind]> } = {
  'matter.updated': { external_id: null },
  'client.updated': { external_id: null },
  'time_entry.updated': { external_id: null },
  'expense.updated': { external_id: null },
  'lead.updated': { status: 'contacted' },
  'invoice.updated': { status: 'sent', paid_date: null, amount_paid: null, open_amount: 360 },
}

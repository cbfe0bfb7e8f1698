import { randomUUID } from 'node:crypto'
import type { Matterbase } from '../src/client.ts'
import type { LeadCreate } from '../src/generated/leads.ts'
import type { EventKind } from '../src/generated/webhooks.ts'
import { newRecords } from './generated/new-records.ts'

/** Writes the record of the event with these fields, and returns it. */
type Trigger = (mb: Matterbase, fields: Readonly<Record<string, unknown>>) => PromiseLike<unknown>

interface Writable {
  create(body: object): PromiseLike<{ readonly id: number }>
  update(id: number, body: object): PromiseLike<object>
  delete(id: number): PromiseLike<unknown>
}

type NewRecord = (typeof newRecords)[keyof typeof newRecords]

const create = async (mb: Matterbase, { name, fields }: NewRecord, more: object) => {
  const records: Writable = mb[name]
  const target = name === 'externalRecords' && !('resource_id' in more) ? await newTarget(mb) : {}
  return records.create({ ...fields, ...target, ...more })
}

/** An external record belongs to an invoice, which has no other one if it is new. */
async function newTarget(mb: Matterbase) {
  const { data } = await mb.request<{ data: { invoice_id: number } }>('POST', '/test-invoices', { body: {} })
  return { resource: 'invoice', resource_id: data.invoice_id }
}

/** How to make each event of the records that the API writes happen. */
const ofRecord = (record: NewRecord): Readonly<Record<'created' | 'updated' | 'deleted', Trigger>> => ({
  created: (mb, fields) => create(mb, record, fields),
  // Updates a new record, so that existing records stay unchanged.
  updated: async (mb, fields) => {
    const { id } = await create(mb, record, {})
    const records: Writable = mb[record.name]
    return records.update(id, Object.keys(fields).length > 0 ? fields : { external_id: randomUUID() })
  },
  deleted: async (mb, fields) => {
    const created = await create(mb, record, fields)
    const records: Writable = mb[record.name]
    await records.delete(created.id)
    return created
  },
})

type RecordEvent = `${keyof typeof newRecords}.${keyof ReturnType<typeof ofRecord>}`

const ofRecords = Object.fromEntries(
  Object.entries(newRecords).flatMap(([noun, record]) =>
    Object.entries(ofRecord(record)).map(([change, trigger]) => [`${noun}.${change}`, trigger]),
  ),
) as Readonly<Record<RecordEvent, Trigger>>

/** Records that the API cannot write. The server creates them in test workspaces. */
const made =
  (path: 'test-invoices' | 'test-documents' | 'test-payments' | 'test-credit-notes', defaults: object = {}): Trigger =>
  async (mb, fields) => {
    const { data } = await mb.request<{ data: object }>('POST', `/${path}`, { body: { ...defaults, ...fields } })
    return data
  }

/** The same for a client. Default: a new one. */
const madeFor =
  (path: 'test-payments' | 'test-credit-notes', defaults: object = {}): Trigger =>
  async (mb, { client_id, ...fields }) => {
    const id = client_id ?? (await create(mb, newRecords.client, {})).id
    return made(path, { ...defaults, client_id: id })(mb, fields)
  }

const newEmail = () => `${randomUUID()}@example.com`

/** How to make each event happen. The compiler requires every event. */
export const triggers: { readonly [Kind in EventKind]: Trigger } = {
  ...ofRecords,

  'lead.created': async (mb, fields) => {
    const lead = { first_name: 'Jane', email: newEmail(), ...(fields as LeadCreate) }
    const captured = await mb.leads.create(lead)
    if (!captured.created)
      throw new Error('A lead with this email address exists, so no lead was created: give another email in --data')
    return captured.lead
  },

  // Captured again with new details.
  'lead.updated': async (mb, fields) => {
    const { email = newEmail(), ...rest } = fields as LeadCreate
    await mb.leads.create({ email })
    return (await mb.leads.create({ first_name: 'Jane', ...rest, email })).lead
  },

  'invoice.created': made('test-invoices'),
  'invoice.updated': made('test-invoices', { status: 'sent' }),
  'invoice.overdue': made('test-invoices', { status: 'overdue', due_date: '2026-01-31' }),
  'invoice.deleted': made('test-invoices', { is_deleted: true }),
  'invoice.paid': made('test-invoices', { status: 'paid' }),
  'invoice.sent': made('test-invoices', { status: 'sent', is_sent: true }),
  'invoice.voided': made('test-invoices', { status: 'cancelled' }),

  'payment.created': madeFor('test-payments'),
  'payment.updated': madeFor('test-payments', { change: 'updated' }),
  'payment.deleted': madeFor('test-payments', { change: 'deleted' }),
  'credit_note.created': madeFor('test-credit-notes'),
  'credit_note.updated': madeFor('test-credit-notes', { is_spent: true }),

  'document.signed': made('test-documents'),
  'document.sent': made('test-documents', { change: 'sent' }),
  'document.viewed': made('test-documents', { change: 'viewed' }),
  'document.declined': made('test-documents', { change: 'declined' }),

  'ping.test': async (mb) => {
    const endpoints = await mb.webhooks.list()
    if (endpoints.length === 0)
      throw new Error('The test workspace has no webhook endpoint: run matterbase listen in another terminal')
    for (const { id } of endpoints) await mb.webhooks.test(id)
    return endpoints
  },
}

import { randomUUID } from 'node:crypto'
import type { Matterbase } from '../src/client.ts'
import type { LeadCreate } from '../src/resources/leads.ts'
import type { EventKind } from '../src/resources/webhook-types.ts'

/** Writes the record of the event with these fields, and returns it. */
type Trigger = (mb: Matterbase, fields: Readonly<Record<string, unknown>>) => PromiseLike<unknown>

interface Writable {
  create(body: object): PromiseLike<{ readonly id: number }>
  update(id: number, body: object): PromiseLike<object>
  delete(id: number): PromiseLike<unknown>
}

/** The records that the API writes. */
type RecordName = {
  [N in keyof Matterbase]: Matterbase[N] extends { readonly upsert: unknown } ? N : never
}[keyof Matterbase]

/** Default fields of new records. */
const examples: { readonly [N in RecordName]: Parameters<Matterbase[N]['create']>[0] } = {
  matters: { title: 'Matter of matterbase trigger' },
  clients: { company_name: 'Client of matterbase trigger' },
  timeEntries: { description: 'Time of matterbase trigger', duration: 1 },
  expenses: { description: 'Expense of matterbase trigger', unit_price: 1 },
}

const create = (mb: Matterbase, name: RecordName, fields: object) => {
  const records: Writable = mb[name]
  return records.create({ ...examples[name], ...fields })
}

const created =
  (name: RecordName): Trigger =>
  (mb, fields) =>
    create(mb, name, fields)

/** Updates a new record, so that existing records stay unchanged. */
const updated =
  (name: RecordName): Trigger =>
  async (mb, fields) => {
    const { id } = await create(mb, name, {})
    const records: Writable = mb[name]
    return records.update(id, Object.keys(fields).length > 0 ? fields : { external_id: randomUUID() })
  }

const deleted =
  (name: RecordName): Trigger =>
  async (mb, fields) => {
    const record = await create(mb, name, fields)
    const records: Writable = mb[name]
    await records.delete(record.id)
    return record
  }

/** Records that the API cannot write. The server creates them in test workspaces. */
const made =
  (path: 'test-invoices' | 'test-documents', defaults: object = {}): Trigger =>
  async (mb, fields) => {
    const { data } = await mb.request<{ data: object }>('POST', `/${path}`, { body: { ...defaults, ...fields } })
    return data
  }

const newEmail = () => `${randomUUID()}@example.com`

/** How to make each event happen. The compiler requires every event. */
export const triggers: { readonly [Kind in EventKind]: Trigger } = {
  'matter.created': created('matters'),
  'matter.updated': updated('matters'),
  'matter.deleted': deleted('matters'),
  'client.created': created('clients'),
  'client.updated': updated('clients'),
  'client.deleted': deleted('clients'),
  'time_entry.created': created('timeEntries'),
  'time_entry.updated': updated('timeEntries'),
  'time_entry.deleted': deleted('timeEntries'),
  'expense.created': created('expenses'),
  'expense.updated': updated('expenses'),
  'expense.deleted': deleted('expenses'),

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

  'document.signed': made('test-documents'),

  'ping.test': async (mb) => {
    const endpoints = await mb.webhooks.list()
    if (endpoints.length === 0)
      throw new Error('The test workspace has no webhook endpoint: run matterbase listen in another terminal')
    for (const { id } of endpoints) await mb.webhooks.test(id)
    return endpoints
  },
}

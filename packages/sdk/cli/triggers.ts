import { randomUUID } from 'node:crypto'
import type { Matterbase } from '../src/client.ts'
import type { LeadCreate } from '../src/resources/leads.ts'
import type { EventKind } from '../src/resources/webhook-types.ts'

/** Makes what the event tells of, with these fields, and answers it. */
type Trigger = (mb: Matterbase, fields: Readonly<Record<string, unknown>>) => PromiseLike<unknown>

interface Writable {
  create(body: object): PromiseLike<{ readonly id: number }>
  update(id: number, body: object): PromiseLike<object>
  delete(id: number): PromiseLike<unknown>
}

/** The kinds of record that the API writes: all that can be upserted. */
type RecordName = {
  [N in keyof Matterbase]: Matterbase[N] extends { readonly upsert: unknown } ? N : never
}[keyof Matterbase]

/** Fields that make a record. */
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

/** Of a new record, so that none that is there is touched. */
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

/** The API only reads these; the server makes them in test workspaces. */
const made =
  (path: 'test-invoices' | 'test-documents', defaults: object = {}): Trigger =>
  async (mb, fields) => {
    const { data } = await mb.request<{ data: object }>('POST', `/${path}`, { body: { ...defaults, ...fields } })
    return data
  }

const newEmail = () => `${randomUUID()}@example.com`

/** How each event is brought about. The compiler asks for every kind. */
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
      throw new Error('There is a lead with this email already, so that none is created: give another one in --data')
    return captured.lead
  },

  // Captured again with something new.
  'lead.updated': async (mb, fields) => {
    const { email = newEmail(), ...rest } = fields as LeadCreate
    await mb.leads.create({ email })
    return (await mb.leads.create({ first_name: 'Jane', ...rest, email })).lead
  },

  'invoice.created': made('test-invoices'),
  'invoice.updated': made('test-invoices', { status: 'sent' }),
  'invoice.overdue': made('test-invoices', { status: 'overdue', due_date: '2026-01-31' }),
  'invoice.paid': made('test-invoices', { status: 'paid' }),

  'document.signed': made('test-documents'),

  'ping.test': async (mb) => {
    const endpoints = await mb.webhooks.list()
    if (endpoints.length === 0)
      throw new Error('The test workspace has no webhook endpoint to be pinged: run matterbase listen beside this')
    for (const { id } of endpoints) await mb.webhooks.test(id)
    return endpoints
  },
}

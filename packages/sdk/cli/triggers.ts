import { randomUUID } from 'node:crypto'
import type { Matterbase } from '../src/client.ts'
import type { Http } from '../src/requests/http.ts'
import type { RequestOptions } from '../src/requests/request.ts'
import { data } from '../src/resources/crud.ts'
import type { LeadCreate } from '../src/resources/leads.ts'
import type { EventKind } from '../src/resources/webhook-types.ts'

interface Api {
  readonly mb: Matterbase
  readonly http: Http
}

/** Makes what the event tells of, with these fields, and answers it. */
type Trigger = (api: Api, fields: Readonly<Record<string, unknown>>) => PromiseLike<unknown>

// A misspelt field is refused.
const strictly = { headers: { prefer: 'handling=strict' } }

interface Writable {
  create(body: object, options: RequestOptions): PromiseLike<object>
}

/** The kinds of record that the API writes: all that can be upserted. */
type RecordName = {
  [N in keyof Matterbase]: Matterbase[N] extends { readonly upsert: unknown } ? N : never
}[keyof Matterbase]

const created =
  (name: RecordName, defaults: object): Trigger =>
  ({ mb }, fields) => {
    const records: Writable = mb[name]
    return records.create({ ...defaults, ...fields }, strictly)
  }

/** The API only reads these; the server makes them in test workspaces. */
const made =
  (path: 'test-invoices' | 'test-documents', defaults: object = {}): Trigger =>
  ({ http }, fields) =>
    http.request({ method: 'POST', path: [path], body: { ...defaults, ...fields }, decode: data<object> }, strictly)

const newEmail = () => `${randomUUID()}@example.com`

/** How each event is brought about. The compiler asks for every kind. */
export const triggers: { readonly [Kind in EventKind]: Trigger } = {
  'matter.created': created('matters', { title: 'Matter of matterbase trigger' }),
  'client.created': created('clients', { company_name: 'Client of matterbase trigger' }),

  'lead.created': async ({ mb }, fields) => {
    const lead = { first_name: 'Jane', email: newEmail(), ...(fields as LeadCreate) }
    const captured = await mb.leads.create(lead, strictly)
    if (!captured.created)
      throw new Error('There is a lead with this email already, so that none is created: give another one in --data')
    return captured.lead
  },

  'invoice.paid': made('test-invoices', { status: 'paid' }),

  'document.signed': made('test-documents'),

  'ping.test': async ({ mb }) => {
    const endpoints = await mb.webhooks.list()
    if (endpoints.length === 0)
      throw new Error('The test workspace has no webhook endpoint to be pinged: run matterbase listen beside this')
    for (const { id } of endpoints) await mb.webhooks.test(id)
    return endpoints
  },
}

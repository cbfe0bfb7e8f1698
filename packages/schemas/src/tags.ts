import type { Contract } from './contract.ts'
import { ofEachRecord } from './records.ts'

/** How the OpenAPI document presents a resource. */
export interface Tag {
  readonly name: string
  readonly description: string
}

export const tags: Readonly<Record<keyof Contract, Tag>> = {
  me: { name: 'Identity', description: 'The API key in use: its environment, scopes and rate tier.' },
  ...ofEachRecord('tag'),
  invoices: { name: 'Invoices', description: 'Invoices, read-only: they are written in the dashboard and the CLI.' },
  payments: { name: 'Payments', description: 'What clients paid, read-only: payments are recorded in the dashboard.' },
  creditNotes: {
    name: 'Credit notes',
    description: 'What was taken off invoices again, read-only: credit notes are issued in the dashboard.',
  },
  leads: { name: 'Leads', description: 'Enquiries that may become clients, captured once per email address.' },
  webhooks: { name: 'Webhooks', description: 'Addresses that are sent signed events as they happen.' },
}

import type { Contract } from './contract.ts'
import type { Tag } from './openapi/tag.ts'
import { ofEachRecord } from './records.ts'

export const tags: Readonly<Record<keyof Contract, Tag>> = {
  me: { name: 'Identity', description: 'The API key of your request: its environment, scopes and rate tier.' },
  ...ofEachRecord('tag'),
  invoices: { name: 'Invoices', description: 'Invoices to clients. Read-only: members create them in the dashboard.' },
  payments: { name: 'Payments', description: 'Payments of clients. Read-only: members record them in the dashboard.' },
  creditNotes: {
    name: 'Credit notes',
    description: 'Credit notes that correct invoices. Read-only: members issue them in the dashboard.',
  },
  leads: { name: 'Leads', description: 'Enquiries of people who may become clients, one for each email address.' },
  webhooks: { name: 'Webhooks', description: 'Webhook endpoints: URLs that receive signed events.' },
}

import type { Contract } from './contract.ts'
import type { Tag } from './openapi/tag.ts'
import { ofEachRecord } from './records.ts'

export const tags: Readonly<Record<keyof Contract, Tag>> = {
  me: { name: 'Identity', description: 'The API key of your request: its environment, scopes and rate tier.' },
  firm: { name: 'Firm', description: 'The firm: its address, currency, time zone and billing rules.' },
  taxRates: { name: 'Tax rates', description: 'The tax rates of the firm, for invoice lines.' },
  ...ofEachRecord('tag'),
  invoices: { name: 'Invoices', description: 'Invoices to clients. Read-only: members create them in the dashboard.' },
  payments: { name: 'Payments', description: 'Payments of clients. Read-only: members record them in the dashboard.' },
  creditNotes: {
    name: 'Credit notes',
    description: 'Credit notes that correct invoices. Read-only: members issue them in the dashboard.',
  },
  users: {
    name: 'Users',
    description: 'Current and former members of the account. Read-only: owners manage them in the dashboard.',
  },
  documents: {
    name: 'Documents',
    description: 'Documents to sign, with their signers. Read-only: members send them in the dashboard.',
  },
  journal: { name: 'Journal', description: 'The journal for the accountant of the firm, as a file.' },
  leads: { name: 'Leads', description: 'Enquiries of people who may become clients, one for each email address.' },
  customFields: {
    name: 'Custom fields',
    description: 'Definitions of the fields that the firm added to its matters, clients and leads.',
  },
  webhooks: { name: 'Webhooks', description: 'Webhook endpoints: URLs that receive signed events.' },
}

// Generated from the contract. `npx pnpm@12 generate` writes it again.

import { make, type Maker } from '../make.ts'
import type { ChangeKind } from '../../webhooks/events.ts'
import type { DeletedRecord, EventMap } from '../../generated/events.ts'
import { fixtures } from './fixtures.ts'

const deleted: Maker<DeletedRecord> = make<DeletedRecord>({
  id: 1,
  external_id: 'crm-1042',
  deleted_at: '2026-03-14T09:26:53.589Z',
  updated_at: '2026-03-14T09:26:53.589Z',
})

/** The record of each event. */
export const eventData: { readonly [Kind in keyof EventMap]: () => EventMap[Kind] } = {
  'lead.created': fixtures.lead,
  'matter.created': fixtures.matter,
  'client.created': fixtures.client,
  'invoice.paid': fixtures.invoice,
  'document.signed': fixtures.document,
  'ping.test': fixtures.ping,
  'lead.updated': () => fixtures.lead({ status: 'qualified' }),
  'matter.updated': () => fixtures.matter({ status: 'Settled' }),
  'matter.deleted': deleted,
  'client.updated': fixtures.client,
  'client.deleted': deleted,
  'time_entry.created': fixtures.timeEntry,
  'time_entry.updated': fixtures.timeEntry,
  'time_entry.deleted': deleted,
  'expense.created': fixtures.expense,
  'expense.updated': fixtures.expense,
  'expense.deleted': deleted,
  'external_record.created': fixtures.externalRecord,
  'external_record.updated': fixtures.externalRecord,
  'external_record.deleted': deleted,
  'invoice.created': () => fixtures.invoice({ paid_date: null, amount_paid: null, status: 'draft' }),
  'invoice.updated': () =>
    fixtures.invoice({
      paid_date: null,
      amount_paid: null,
      status: 'cancelled',
      voided_at: '2026-03-14T09:26:53.589Z',
    }),
  'invoice.overdue': () =>
    fixtures.invoice({ paid_date: null, amount_paid: null, status: 'overdue', open_amount: 1250.5 }),
  'invoice.deleted': () => deleted({ external_id: null }),
  'invoice.sent': () => fixtures.invoice({ paid_date: null, amount_paid: null, status: 'sent', open_amount: 1250.5 }),
  'invoice.voided': () =>
    fixtures.invoice({
      paid_date: null,
      amount_paid: null,
      status: 'cancelled',
      voided_at: '2026-03-14T09:26:53.589Z',
    }),
  'payment.created': fixtures.payment,
  'payment.updated': fixtures.payment,
  'payment.deleted': () => deleted({ external_id: null }),
  'credit_note.created': fixtures.creditNote,
  'credit_note.updated': fixtures.creditNote,
  'document.sent': () => fixtures.documentRecord({ status: 'sent', signed_at: null }),
  'document.viewed': () =>
    fixtures.documentRecord({ status: 'sent', viewed_at: '2026-03-14T09:26:53.589Z', signed_at: null }),
  'document.declined': () =>
    fixtures.documentRecord({ status: 'declined', declined_at: '2026-03-14T09:26:53.589Z', signed_at: null }),
}

/** The old values of each `*.updated` event. */
export const eventPrevious: { readonly [Kind in ChangeKind]: Partial<EventMap[Kind]> } = {
  'lead.updated': { status: 'contacted' },
  'matter.updated': { status: 'Case Won' },
  'client.updated': { status: 'inactive' },
  'time_entry.updated': { status: 'billed' },
  'expense.updated': { status: 'billed' },
  'external_record.updated': { external_id: null },
  'invoice.updated': { status: 'sent' },
  'payment.updated': { unallocated_amount: 150 },
  'credit_note.updated': { unallocated_amount: 150 },
}

// Generated from the contract. `npx pnpm@12 generate` writes it again.

import type { WebhookEndpoint } from './webhooks.ts'
import type { Lead } from './leads.ts'
import type { Matter } from './matters.ts'
import type { Client } from './clients.ts'
import type { Invoice } from './invoices.ts'
import type { TimeEntry } from './time-entries.ts'
import type { Expense } from './expenses.ts'
import type { ExternalRecord } from './external-records.ts'
import type { Payment } from './payments.ts'
import type { CreditNote } from './credit-notes.ts'
import type { Document } from './documents.ts'

/** A signed document. */
export interface SignedDocument {
  /** ID of the document. */
  document_id: number
  /** Title of the document. */
  title: string
  /** ID of the matter. */
  case_id: number | null
  /** ID of the client. */
  client_id: number | null
  /** Always `signed`. */
  status: 'signed'
  /** Name of the signer. */
  signer_name: string
  /** Email address of the signer. */
  signer_email: string
  /** Time of the signature. ISO 8601, UTC, with milliseconds. */
  signed_at: string
  /** Time at which the signature was requested. ISO 8601, UTC, with milliseconds. */
  created_at: string
}

/** The tested endpoint, without its secret. */
export interface Ping extends WebhookEndpoint {
  /** Message for people. */
  message: string
}

/** A deleted record. */
export interface DeletedRecord {
  /** ID of the deleted record. */
  id: number
  /** `external_id` of the deleted record. Another record can use it now. */
  external_id: string | null
  /** Time of the deletion. ISO 8601, UTC, with milliseconds. */
  deleted_at: string
  /**
   * Time of the deletion, on the same clock as all changes. Use it for `updated_since`. ISO 8601, UTC, with
   * milliseconds.
   */
  updated_at: string
}

/** `data` of each event: the record as GET returned it when the event happened, or the deleted record. */
export interface EventMap {
  /** A new lead is captured, from any source. */
  'lead.created': Lead
  /** A new matter is opened. */
  'matter.created': Matter
  /** A new client is added. */
  'client.created': Client
  /** An invoice becomes paid. Payments, credit notes and write-offs cover it, and something was paid. */
  'invoice.paid': Invoice
  /** An e-signature request is completed. */
  'document.signed': SignedDocument
  /** You send a test to an endpoint. Only this endpoint receives it, even while it is disabled. */
  'ping.test': Ping
  /** A lead is edited, changes its status, is converted, or is submitted again with new details. */
  'lead.updated': Lead
  /** A matter changes. */
  'matter.updated': Matter
  /** A matter is deleted. */
  'matter.deleted': DeletedRecord
  /** A client changes. */
  'client.updated': Client
  /** A client is deleted. */
  'client.deleted': DeletedRecord
  /** A new time entry is added. */
  'time_entry.created': TimeEntry
  /** A time entry changes. */
  'time_entry.updated': TimeEntry
  /** A time entry is deleted. */
  'time_entry.deleted': DeletedRecord
  /** A new expense is added. */
  'expense.created': Expense
  /** An expense changes. */
  'expense.updated': Expense
  /** An expense is deleted. */
  'expense.deleted': DeletedRecord
  /** A new external record is added. */
  'external_record.created': ExternalRecord
  /** An external record changes. */
  'external_record.updated': ExternalRecord
  /** An external record is deleted. */
  'external_record.deleted': DeletedRecord
  /** An invoice is drafted. */
  'invoice.created': Invoice
  /** An invoice changes. A draft is edited, or the status or an amount (paid, credited, written off) changes. */
  'invoice.updated': Invoice
  /**
   * An invoice becomes overdue because its due date has passed in the firm's time zone. Fires once for each due date.
   */
  'invoice.overdue': Invoice
  /** The draft of an invoice is deleted. */
  'invoice.deleted': DeletedRecord
  /** A member sends an invoice to the client by email. Fires each time, and not for reminders and credit notes. */
  'invoice.sent': Invoice
  /** An invoice is voided. */
  'invoice.voided': Invoice
  /** A payment is recorded. */
  'payment.created': Payment
  /** A payment changes. Its credit pays another invoice or is refunded, or a refund is reversed. */
  'payment.updated': Payment
  /** A payment is reversed. */
  'payment.deleted': DeletedRecord
  /** A credit note is issued. */
  'credit_note.created': CreditNote
  /** A credit note changes. Its credit pays another invoice or is refunded, or a refund is reversed. */
  'credit_note.updated': CreditNote
  /** A member sends a document to be signed. The content of a PDF can be uploaded afterwards. */
  'document.sent': Document
  /** The signer opens a document for the first time. */
  'document.viewed': Document
  /** The signer declines to sign a document. */
  'document.declined': Document
}

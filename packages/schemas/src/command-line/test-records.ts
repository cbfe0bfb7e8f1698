import { z } from 'zod'
import { maskableOf } from '../crud/shapes.ts'
import { mostAmount } from '../fields/money.ts'
import { emailAddress } from '../fields/email-address.ts'
import { Id, nonBlankLine, Timestamp } from '../fields/primitives.ts'
import type { Resource } from '../operations/operation.ts'
import { CreditNote } from '../resources/credit-notes.ts'
import { documentStatuses } from '../resources/documents.ts'
import { Invoice, invoiceStatuses } from '../resources/invoices.ts'
import { Payment } from '../resources/payments.ts'

const scope = 'webhooks:write'

const SentDocument = z.object({
  document_id: Id,
  title: z.string(),
  case_id: Id.nullable(),
  client_id: Id.nullable(),
  status: z.enum(documentStatuses),
  signer_name: z.string(),
  signer_email: z.string(),
  signed_at: Timestamp.nullable(),
  created_at: Timestamp,
})

/** Records that the API reads only, made in the test workspace so that their events happen: `matterbase trigger`. */
export const testRecords = {
  invoice: {
    method: 'post',
    path: '/test-invoices',
    operationId: 'createTestInvoice',
    summary: 'Make an invoice and move it into a status',
    scope,
    readScope: 'invoices:read',
    body: z.object({
      /** Default: the one after the newest invoice's. */
      invoice_number: nonBlankLine(255).optional(),
      total_amount: z.number().min(0).max(mostAmount).optional(),
      status: z.enum(invoiceStatuses).optional(),
      /** Only of a draft. */
      is_deleted: z.literal(true).optional(),
      /** Fires `invoice.sent` without an email. Only of an issued invoice. */
      is_sent: z.literal(true).optional(),
      case_id: Id.nullable().optional(),
      client_user_id: Id.nullable().optional(),
      issue_date: z.iso.date().nullable().optional(),
      due_date: z.iso.date().nullable().optional(),
    }),
    responses: { 201: z.object({ data: maskableOf(Invoice) }) },
  },
  payment: {
    method: 'post',
    path: '/test-payments',
    operationId: 'createTestPayment',
    summary: 'Make a payment, and change or reverse it',
    scope,
    readScope: 'invoices:read',
    body: z.object({
      amount: z.number().gt(0).max(mostAmount).optional(),
      method: nonBlankLine(255).optional(),
      reference: nonBlankLine(255).optional(),
      paid_on: z.iso.date().optional(),
      client_id: Id,
      /** `updated` pays a new invoice with the payment, `deleted` reverses the payment. */
      change: z.enum(['updated', 'deleted']).optional(),
    }),
    responses: { 201: z.object({ data: maskableOf(Payment) }) },
  },
  creditNote: {
    method: 'post',
    path: '/test-credit-notes',
    operationId: 'createTestCreditNote',
    summary: 'Make a credit note on a new invoice, and spend its credit',
    scope,
    readScope: 'invoices:read',
    body: z.object({
      reason: nonBlankLine(255).optional(),
      client_id: Id,
      /** Pays a new invoice with the credit. */
      is_spent: z.literal(true).optional(),
    }),
    responses: { 201: z.object({ data: maskableOf(CreditNote) }) },
  },
  document: {
    method: 'post',
    path: '/test-documents',
    operationId: 'createTestDocument',
    summary: 'Make a document, and sign, open or decline it',
    scope,
    readScope: 'documents:read',
    body: z.object({
      title: nonBlankLine(255).optional(),
      signer_name: nonBlankLine(255).optional(),
      signer_email: emailAddress.optional(),
      /** Default: `signed`. */
      change: z.enum(['sent', 'viewed', 'signed', 'declined']).optional(),
      case_id: Id.nullable().optional(),
      client_id: Id.nullable().optional(),
    }),
    responses: { 201: z.object({ data: maskableOf(SentDocument) }) },
  },
} as const satisfies Resource

import { z } from 'zod'
import { maskableOf } from '../crud/shapes.ts'
import { mostAmount } from '../fields/money.ts'
import { emailAddress } from '../fields/email-address.ts'
import { Id, nonBlankLine, Timestamp } from '../fields/primitives.ts'
import type { Resource } from '../operations/operation.ts'
import { Invoice, invoiceStatuses } from '../resources/invoices.ts'

const scope = 'webhooks:write'

const SignedDocument = z.object({
  document_id: Id,
  title: z.string(),
  case_id: Id.nullable(),
  client_id: Id.nullable(),
  status: z.literal('signed'),
  signer_name: z.string(),
  signer_email: z.string(),
  signed_at: Timestamp,
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
      case_id: Id.nullable().optional(),
      client_user_id: Id.nullable().optional(),
      issue_date: z.iso.date().nullable().optional(),
      due_date: z.iso.date().nullable().optional(),
    }),
    responses: { 201: z.object({ data: maskableOf(Invoice) }) },
  },
  document: {
    method: 'post',
    path: '/test-documents',
    operationId: 'createTestDocument',
    summary: 'Make a document and sign it',
    scope,
    // No API key has it: documents are read in the dashboard.
    readScope: 'documents:read',
    body: z.object({
      title: nonBlankLine(255).optional(),
      signer_name: nonBlankLine(255).optional(),
      signer_email: emailAddress.optional(),
      case_id: Id.nullable().optional(),
      client_id: Id.nullable().optional(),
    }),
    responses: { 201: z.object({ data: maskableOf(SignedDocument) }) },
  },
} as const satisfies Resource

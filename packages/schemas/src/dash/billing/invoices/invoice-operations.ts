import { z } from 'zod'
import { calendarDate } from '../../../fields/fields.ts'
import { CursorQuery, pageOf } from '../../../fields/lists.ts'
import { Invoice, invoices, invoiceStatuses } from '../../../resources/invoices.ts'
import { Id, nonBlankLine, PathId } from '../../../fields/primitives.ts'
import { currencyCode } from '../currency-code.ts'
import type { DashResource } from '../../operation.ts'
import { Line, LineInput, Tax } from './invoice-lines.ts'
import { UnbilledClient, UnbilledEntry, UnbilledExpense } from '../time/unbilled.ts'

const Answer = invoices.get.responses[200]
const Decimal = z.number()

const Currency = currencyCode.nullable()

const fields = {
  client_user_id: Id.nullable().optional(),
  case_id: Id.nullable().optional(),
  issue_date: calendarDate.input.optional(),
  due_date: calendarDate.input.optional(),
  /** Default, and null: the firm's. It goes with `lines`, whose amounts are in it. */
  currency: Currency.optional(),
}

// The body of a request is 1 MiB at most.
const Lines = z.array(LineInput).max(1000)

const seenErrors = ['precondition_failed'] as const

const one = { path: '/invoices/{id}', params: z.object({ id: PathId }) } as const

/** Writing invoices; the API reads them. */
export const invoicing = {
  ofMatter: {
    method: 'get',
    path: '/matters/{id}/invoices',
    operationId: 'listInvoicesOfMatter',
    summary: 'The invoices that bill a matter, also among others of its client, newest first',
    scope: 'invoices:read',
    params: one.params,
    query: CursorQuery,
    responses: { 200: pageOf('data', Invoice) },
  },
  create: {
    method: 'post',
    path: '/invoices',
    operationId: 'createInvoice',
    summary: 'Make an invoice, from time, expenses and free lines',
    description: 'It is a draft, without a number. The time and expenses on it are billed in the same transaction.',
    scope: 'invoices:write',
    body: z.object({ ...fields, lines: Lines }),
    responses: { 201: Answer },
  },
  update: {
    ...one,
    method: 'patch',
    operationId: 'updateInvoice',
    summary: 'Change a draft',
    description: '`lines` replaces all lines.',
    scope: 'invoices:write',
    body: z.object({ ...fields, lines: Lines.optional() }),
    responses: { 200: Answer },
    errors: seenErrors,
  },
  remove: {
    ...one,
    method: 'delete',
    operationId: 'deleteInvoice',
    summary: 'Delete a draft; the time and expenses on it wait to be billed again',
    scope: 'invoices:write',
    responses: { 200: z.object({ success: z.literal(true) }) },
    errors: seenErrors,
  },
  issue: {
    ...one,
    path: '/invoices/{id}/issue',
    method: 'post',
    operationId: 'issueInvoice',
    summary: 'Issue a draft',
    description: 'The invoice gets its number, and its contents are final.',
    scope: 'invoices:write',
    body: z.object({
      /** Default: the next one. */
      invoice_number: nonBlankLine(255).optional(),
      /** Default: the draft's, or today. */
      issue_date: calendarDate.input.optional(),
      /** Default: the draft's, or so many days later as the firm gives for paying. */
      due_date: calendarDate.input.optional(),
    }),
    responses: { 200: Answer },
    errors: seenErrors,
  },
  setStatus: {
    ...one,
    path: '/invoices/{id}/status',
    method: 'put',
    operationId: 'setInvoiceStatus',
    summary: 'Send, mark as paid, or cancel an invoice',
    description: 'Cancelling sets the time and expenses on it free. A change into `paid` fires `invoice.paid`, once.',
    scope: 'invoices:write',
    body: z.object({
      status: z.enum(invoiceStatuses),
      /** With `paid` only. Default: today. */
      paid_date: calendarDate.input.optional(),
    }),
    responses: { 200: Answer },
  },
  lines: {
    ...one,
    path: '/invoices/{id}/lines',
    method: 'get',
    operationId: 'listInvoiceLines',
    summary: 'What an invoice is made of',
    scope: 'invoices:read',
    responses: { 200: z.object({ data: z.array(Line), currency: Currency, net: Decimal, taxes: z.array(Tax) }) },
  },
  nextNumber: {
    method: 'get',
    path: '/invoices/next-number',
    operationId: 'getNextInvoiceNumber',
    summary: 'The number that an invoice of this issue date gets when it is given none',
    query: z.object({ issue_date: calendarDate.query.optional() }),
    scope: 'invoices:write',
    responses: {
      200: z.object({
        invoice_number: z.string(),
        /** True if the number may have the year of the previous one, which does not follow the issue date. */
        keeps_year: z.boolean(),
        /** The invoice with the previous number; null for the first one. */
        previous: z.object({ invoice_number: z.string(), issue_date: z.iso.date() }).nullable(),
      }),
    },
  },
  unbilled: {
    method: 'get',
    path: '/unbilled-time',
    operationId: 'listUnbilledClients',
    summary: 'Time and expenses that wait to be billed, by client',
    scope: 'invoices:read',
    responses: { 200: z.object({ data: z.array(UnbilledClient) }) },
  },
  unbilledOfClient: {
    method: 'get',
    path: '/unbilled-time/{id}',
    operationId: 'listUnbilledTime',
    summary: "A client's time and expenses that wait to be billed, oldest first, at most 500 of each",
    scope: 'invoices:read',
    params: z.object({ id: PathId }),
    responses: { 200: z.object({ data: z.array(UnbilledEntry), expenses: z.array(UnbilledExpense) }) },
  },
} as const satisfies DashResource

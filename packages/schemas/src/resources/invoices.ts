import { z } from 'zod'
import { about, calendarDate } from '../fields/fields.ts'
import { filterParams, listQuery, pageOf } from '../fields/lists.ts'
import type { Resource } from '../operations/operation.ts'
import { CreatedAt, Id, PathId, ReadOnlyId, UpdatedAt } from '../fields/primitives.ts'

export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue', 'cancelled'] as const

export type InvoiceStatus = (typeof invoiceStatuses)[number]

const Amount = z.number().meta({ format: 'double', example: 1250.5 })

const Invoice = z
  .object({
    invoice_id: ReadOnlyId,
    invoice_number: z.string().meta({ example: 'INV-2026-0042' }),
    case_id: Id.nullable().meta({ description: 'The matter that it bills.' }),
    client_user_id: Id.nullable().meta({ description: 'The id of the client.' }),
    total_amount: Amount,
    status: z.enum(invoiceStatuses).meta({ example: 'paid' }),
    issue_date: about(calendarDate, { example: '2026-03-31' }).output,
    due_date: about(calendarDate, { example: '2026-04-30' }).output,
    paid_date: about(calendarDate, { example: '2026-04-21' }).output,
    amount_paid: Amount.nullable(),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Invoice' })

const filters = {
  status: z.enum(invoiceStatuses).optional().meta({ description: 'Only invoices with this `status`.' }),
  case_id: filterParams.id.meta({ description: 'Only invoices of this matter.' }),
  client_id: filterParams.id.meta({ description: 'Only invoices of this client (`client_user_id`).' }),
}

export const invoices = {
  list: {
    method: 'get',
    path: '/invoices',
    operationId: 'listInvoices',
    summary: 'List invoices',
    description:
      'One page of the invoices of the workspace, by `invoice_id`. With `updated_since`, those that changed since, oldest change first. Invoices are written in the dashboard and the CLI; the API reads them.',
    scope: 'invoices:read',
    query: listQuery(filters, { deletions: false, search: false }),
    responses: { 200: pageOf('data', Invoice) },
  },
  get: {
    method: 'get',
    path: '/invoices/{id}',
    operationId: 'getInvoice',
    summary: 'Get an invoice',
    description: 'One invoice, by its id.',
    scope: 'invoices:read',
    params: z.object({ id: PathId }),
    responses: { 200: z.object({ data: Invoice }) },
  },
} as const satisfies Resource

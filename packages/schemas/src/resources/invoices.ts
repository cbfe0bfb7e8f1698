import { z } from 'zod'
import { exportOperation } from '../crud/export.ts'
import { expandParam, withRelated } from '../crud/related.ts'
import { about, calendarDate } from '../fields/fields.ts'
import { fieldsParam } from '../fields/fields-param.ts'
import { filterParams, listQuery, pageOf } from '../fields/lists.ts'
import { filterText, someIds, someOf } from '../fields/several.ts'
import type { Resource } from '../operations/operation.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { CreatedAt, Id, PathId, readOnlyId, UpdatedAt } from '../fields/primitives.ts'

export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue', 'cancelled'] as const

export type InvoiceStatus = (typeof invoiceStatuses)[number]

const Status = namedEnum('InvoiceStatus', invoiceStatuses, 'How far the invoice is.')

/** ISO 4217. */
export const Currency = z.string().nullable().meta({
  description:
    'ISO 4217: the currency of its amounts, as it was issued. A draft that names none has that of the firm; null where the firm names none.',
  example: 'EUR',
})

const Amount = z.number().meta({ format: 'double', example: 1250.5 })

export const Invoice = z
  .object({
    invoice_id: readOnlyId('invoice'),
    invoice_number: z.string().meta({
      description: 'The number that is printed on it; `DRAFT-` and its id until it is issued.',
      example: 'INV-2026-0042',
    }),
    case_id: Id.nullable().meta({ description: 'The matter that it bills.' }),
    client_user_id: Id.nullable().meta({ description: 'The id of the client.' }),
    total_amount: Amount.meta({ description: 'What is to be paid in all.' }),
    status: Status.meta({ example: 'paid' }),
    issue_date: about(calendarDate, { description: 'The day it was issued.', example: '2026-03-31' }).output,
    due_date: about(calendarDate, { description: 'The day by which it is to be paid.', example: '2026-04-30' }).output,
    paid_date: about(calendarDate, { description: 'The day it was paid.', example: '2026-04-21' }).output,
    amount_paid: Amount.nullable().meta({ description: 'What has been paid.' }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    currency: Currency,
  })
  .meta({ id: 'Invoice', description: 'An invoice.' })

/** What invoices refer to. */
export const invoiceRelations = {
  case: { column: 'case_id', references: 'matters' },
  client: { column: 'client_user_id', references: 'clients' },
} as const

const shown = { ...expandParam(invoiceRelations), ...fieldsParam(Invoice) }
const Read = withRelated(Invoice, invoiceRelations, { name: 'Invoice', noun: 'invoice' })

const filter = <S extends z.ZodType>(parameter: S, sentence: string) =>
  parameter.optional().meta({ description: filterText(sentence, parameter) })

const filters = {
  ids: filterParams.ids,
  status: filter(someOf(Status), 'Only invoices with this `status`'),
  case_id: filter(someIds, 'Only invoices of the matter with this id'),
  client_id: filter(someIds, 'Only invoices of the client with this id (`client_user_id`)'),
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
    query: listQuery({ ...filters, ...shown }, { deletions: false, search: false }),
    sortedBy: ['invoice_number', 'status', 'issue_date', 'due_date', 'total_amount'],
    responses: { 200: pageOf('data', Read, { id: 'InvoiceList', description: 'One page of invoices.' }) },
  },
  export: exportOperation({
    path: 'invoices',
    many: 'invoices',
    names: 'Invoices',
    read: 'invoices:read',
    record: Invoice,
  }),
  get: {
    method: 'get',
    path: '/invoices/{id}',
    operationId: 'getInvoice',
    summary: 'Get an invoice',
    description: 'One invoice, by its id.',
    scope: 'invoices:read',
    params: z.object({ id: PathId }),
    query: z.object(shown),
    responses: { 200: z.object({ data: Read }) },
  },
} as const satisfies Resource

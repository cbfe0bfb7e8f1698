import { z } from 'zod'
import { calendarDate } from '../../../fields/fields.ts'
import { Id, line, PathId } from '../../../fields/primitives.ts'
import { invoices } from '../../../resources/invoices.ts'
import type { DashResource } from '../../operation.ts'
import { Money, SignedMoney } from '../invoices/sums.ts'
import { taxCategories } from '../../../resources/tax-rates.ts'

const Decimal = z.number()
const Invoice = invoices.get.responses[200]
const ofInvoice = { params: z.object({ id: PathId }), scope: 'invoices:write' } as const

const Settlement = z.object({
  /** The amount due. */
  owed: Decimal,
  credited: Decimal,
  written_off: Decimal,
  /** The client's credit in the currency of the invoice. */
  client_credit: Decimal,
  payments: z.array(
    z.object({
      payment_id: Id.nullable(),
      /** The number of the credit note that it was paid with. */
      credit_note: z.string().nullable(),
      /** The part that is applied to this invoice. */
      amount: Decimal,
      whole: Decimal.nullable(),
      paid_on: z.iso.date(),
      method: z.string().nullable(),
      reference: z.string().nullable(),
    }),
  ),
  credit_notes: z.array(
    z.object({ id: Id, number: z.string(), issued: z.iso.date(), total: Decimal, reason: z.string().nullable() }),
  ),
  /** The credited amounts by tax; decimals as strings. */
  credited_taxes: z.array(
    z.object({ category: z.enum(taxCategories), percent: z.string(), base: z.string(), tax: z.string() }),
  ),
  /** All that its client owes in its currency, the oldest first, at most 500. */
  open_invoices: z.array(
    z.object({
      invoice_id: Id,
      invoice_number: z.string(),
      issue_date: z.iso.date().nullable(),
      due_date: z.iso.date().nullable(),
      owed: Decimal,
    }),
  ),
})

/** The operations on an issued invoice. */
export const settling = {
  settlement: {
    method: 'get',
    path: '/invoices/{id}/settlement',
    operationId: 'getSettlement',
    summary: 'What was paid on an invoice, credited and written off, and what else its client owes',
    params: ofInvoice.params,
    scope: 'invoices:read',
    responses: { 200: Settlement },
  },
  record: {
    method: 'post',
    path: '/payments',
    operationId: 'recordPayment',
    summary: 'Record what a client paid',
    description:
      'Invoices that are settled with it become `paid` and fire `invoice.paid`; the rest is client credit. An allocation to a written-off invoice takes the write-off back by its amount.',
    scope: 'invoices:write',
    body: z.object({
      /** Sent twice, the payment is recorded once. */
      key: z.uuid(),
      client_id: Id.nullable(),
      amount: Money,
      paid_on: calendarDate.input.unwrap(),
      method: line(64).nullable().optional(),
      reference: line(255).nullable().optional(),
      /** Default: the client's open invoices, the oldest first. */
      allocations: z
        .array(z.object({ invoice_id: Id, amount: Money }))
        .max(500)
        .optional(),
    }),
    responses: { 201: z.object({ data: z.object({ id: Id }) }) },
  },
  remove: {
    method: 'delete',
    path: '/payments/{id}',
    operationId: 'removePayment',
    summary: 'Take back a payment; what was paid with it is owed again',
    ...ofInvoice,
    responses: { 200: z.object({ success: z.literal(true) }) },
  },
  spendCredit: {
    method: 'post',
    path: '/invoices/{id}/spend-credit',
    operationId: 'spendCredit',
    summary: "Pay an invoice with its client's credit",
    ...ofInvoice,
    responses: { 200: Invoice },
  },
  writeOff: {
    method: 'post',
    path: '/invoices/{id}/write-off',
    operationId: 'writeOff',
    summary: 'Give up what is owed on an invoice; the time and expenses on it stay billed',
    ...ofInvoice,
    body: z.object({ reason: line(255).nullable().optional() }),
    responses: { 200: Invoice },
  },
  credit: {
    method: 'post',
    path: '/invoices/{id}/credit-notes',
    operationId: 'createCreditNote',
    summary: 'Credit an invoice, or a part of it',
    ...ofInvoice,
    body: z.object({
      /** Which lines of the invoice, by their place, and how much of each without tax. Default: all of it. */
      lines: z
        .array(z.object({ line: z.int().min(0).max(999), net: SignedMoney }))
        .min(1)
        .max(1000)
        .optional(),
      reason: line(255).nullable().optional(),
      /** The time and expenses on it wait to be billed again: only where all of it is credited. */
      frees_time: z.boolean().optional(),
    }),
    responses: { 201: z.object({ data: z.object({ id: Id, number: z.string() }) }) },
  },
} as const satisfies DashResource

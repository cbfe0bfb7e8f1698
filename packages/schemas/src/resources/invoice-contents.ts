import { z } from 'zod'
import type { Contents } from '../crud/related.ts'
import { about, calendarDate } from '../fields/fields.ts'
import { Amount } from '../fields/money.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { Id } from '../fields/primitives.ts'
import { TaxCategoryName } from './tax-rates.ts'

export const lineKinds = ['time', 'fee', 'expense'] as const

export type LineKind = (typeof lineKinds)[number]

const text = (description: string, example: string | null) => z.string().nullable().meta({ description, example })

const LineKindName = namedEnum(
  'InvoiceLineKind',
  lineKinds,
  'Kind of a line. `time`: a time entry. `expense`: an expense. `fee`: any other line, such as a fixed fee.',
)

const Percent = Amount.meta({ description: 'Tax rate in percent. 0 for each category except `S`.', example: 19 })

const line = {
  position: z.int().min(1).meta({ description: 'Place of the line on the document, from 1.', example: 1 }),
  kind: LineKindName.meta({ example: 'time' }),
  date: about(calendarDate, { description: 'Day of the work or cost, `YYYY-MM-DD`.', example: '2026-03-14' }).output,
  description: z
    .string()
    .meta({ description: 'Text of the line, as printed.', example: 'Drafted the statement of claim' }),
  quantity: Amount.meta({ description: 'Number of units.', example: 1.5 }),
  unit: namedEnum('InvoiceUnit', ['hour', 'piece'], 'Unit of a quantity: `hour` for time, else `piece`.').meta({
    example: 'hour',
  }),
  unit_price: Amount.meta({ description: 'Price of one unit, without tax.', example: 240 }),
  discount_amount: Amount.meta({ description: 'Discount on the line. 0 without a discount.', example: 36 }),
  net_amount: Amount.meta({
    description:
      'Amount of the line without tax: `quantity` times `unit_price`, rounded to the decimals of the currency, minus `discount_amount`.',
    example: 324,
  }),
  tax_category: TaxCategoryName,
  tax_percent: Percent,
  user_id: z.uuid().nullable().meta({
    description: 'ID of the member who did the work. Null for a line that is not time.',
    example: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57',
  }),
  user_name: text('Name of that member, as printed.', 'Ada Moss'),
  code: text('`activity_type` of time, or the UTBMS code of an expense.', 'Drafting'),
}

const InvoiceLine = z
  .object({
    ...line,
    discount_percent: Amount.nullable().meta({ description: 'Discount in percent, if the line has one.', example: 10 }),
    time_entry_id: Id.nullable().meta({
      description:
        'ID of the time entry that the line bills. Null for other lines, for a deleted time entry, and on a void invoice, whose time is unbilled again.',
    }),
    expense_id: Id.nullable().meta({
      description: 'ID of the expense that the line bills. Null as for `time_entry_id`.',
      example: null,
    }),
    case_id: Id.nullable().meta({ description: 'ID of the matter of the time entry or expense.' }),
  })
  .meta({ id: 'InvoiceLine', description: 'A line of an invoice.' })

const CreditNoteLine = z.object(line).meta({ id: 'CreditNoteLine', description: 'A line of a credit note.' })

const TaxTotal = z
  .object({
    category: TaxCategoryName,
    percent: Percent,
    base_amount: Amount.meta({
      description: 'Sum of the lines with this category and rate, without tax.',
      example: 1050.84,
    }),
    tax_amount: Amount.meta({ description: '`base_amount` times `percent`, rounded once, half up.', example: 199.66 }),
    reason: text('Reason for no tax, for the categories that need one.', null),
  })
  .meta({ id: 'TaxTotal', description: 'Sum of the lines of one tax category and rate, and the tax on it.' })

const InvoicePayment = z
  .object({
    payment_id: Id.nullable().meta({ description: 'ID of the payment. Null for a credit note.' }),
    credit_note_id: Id.nullable().meta({ description: 'ID of the credit note. Null for a payment.', example: null }),
    amount: Amount.meta({ description: 'Part of the payment or credit note that pays this invoice.' }),
    paid_on: calendarDate.output
      .unwrap()
      .meta({ description: 'Day of the payment or credit note, `YYYY-MM-DD`.', example: '2026-04-21' }),
    method: text('Method of payment, as free text. Null for a credit note.', 'Bank transfer'),
    reference: text('Reference of the payment, or the number of the credit note.', 'INV-2026-0042'),
  })
  .meta({ id: 'InvoicePayment', description: 'Part of a payment or credit note that pays the invoice.' })

const lines = { schema: z.array(InvoiceLine), description: 'Lines, in their order on the invoice.', isLong: true }
const taxes = { schema: z.array(TaxTotal), description: 'Taxes by category and rate.' }
const payments = {
  schema: z.array(InvoicePayment),
  description:
    'Payments and credit notes that pay the invoice, in the order of allocation. Together they are `amount_paid` plus `credited_amount`, unless a member marked the invoice as paid.',
}

/** The contents of invoices for `expand`. */
export const invoiceContents = { lines, taxes, payments } as const satisfies Contents

/** The contents of credit notes for `expand`. */
export const creditNoteContents = {
  lines: { ...lines, schema: z.array(CreditNoteLine), description: 'Lines, in their order on the credit note.' },
  taxes,
} as const satisfies Contents

const part = (description: string, example: string | null) => text(description, example)

/** The recipient of an invoice or credit note. */
export const BillTo = z
  .object({
    name: part('Name of the client.', 'Moss Ltd'),
    contact_name: part('Name of the contact person.', 'Ada Moss'),
    address: part('Address in lines, as typed.', null),
    street: part('Street and number.', '1 High Street'),
    postal_code: part('Postal code.', '10115'),
    city: part('City.', 'Berlin'),
    region: part('Region or state.', null),
    country: part('Country, two letters of ISO 3166.', 'DE'),
    vat_id: part('VAT ID.', 'DE123456789'),
    buyer_reference: part('Reference that the client requires on invoices, such as a Leitweg-ID.', '04011000-12345-34'),
    electronic_address: part('Electronic address for e-invoices, with the number of its scheme.', '9930:DE123456789'),
    email: part('Email address.', 'accounts@example.com'),
  })
  .nullable()

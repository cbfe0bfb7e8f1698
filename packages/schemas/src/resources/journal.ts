import { z } from 'zod'
import { namedEnum } from '../fields/named-enum.ts'
import { Id } from '../fields/primitives.ts'
import { TaxCategoryName } from './tax-rates.ts'

/** The kinds of journal entries, in the order of one day. */
export const journalEntryKinds = [
  'invoice',
  'void',
  'credit_note',
  'write_off',
  'write_off_reversal',
  'payment',
  'client_credit',
  'payment_reversal',
  'refund',
  'refund_reversal',
] as const

const amount = (description: string, example: number) => z.number().meta({ description, example })
const currency = z.string().nullable().meta({
  description: 'Currency of the amounts (ISO 4217). Null if the firm has not set one.',
  example: 'EUR',
})
const text = (description: string, example: string | null) => z.string().nullable().meta({ description, example })
const TaxCategory = TaxCategoryName

const JournalTax = z
  .object({
    category: TaxCategory.meta({ description: 'Tax category.', example: 'S' }),
    percent: z.number().meta({ description: 'Tax rate in percent.', example: 19 }),
    net: amount('Sum of the net amounts.', 100),
    tax: amount('Sum of the taxes.', 19),
  })
  .meta({ id: 'JournalTax', description: 'The sums of a period at one tax rate.' })

const JournalTotals = z
  .object({
    currency,
    entries: z.int().meta({ description: 'Number of entries.', example: 1 }),
    net: amount('Invoices less void invoices and credit notes, without tax.', 100),
    tax: amount('Tax on `net`.', 19),
    gross: amount('`net` with tax.', 119),
    taxes: z.array(JournalTax).meta({ description: '`net` and `tax` by tax rate.' }),
    payments: amount('Received payments less reversed payments.', 0),
    refunds: amount('Refunds less reversed refunds.', 0),
    written_off: amount('Write-offs less what was taken back.', 0),
  })
  .meta({ id: 'JournalTotals', description: 'The sums of a period in one currency.' })

const JournalEntry = z
  .object({
    date: z.iso.date().meta({ description: 'Day of the entry. It never changes.', example: '2026-10-05' }),
    kind: namedEnum('JournalEntryKind', journalEntryKinds, 'Kind of the entry.').meta({
      description: 'Kind of the entry.',
      example: 'invoice',
    }),
    document: text(
      'Number of the invoice or credit note. Null for client credit that a payment left, and for its refund.',
      'INV-2026-0042',
    ),
    client_id: Id.nullable().meta({
      description: 'ID of the client. Null for an invoice without a client.',
      example: 7,
    }),
    client: text('Name of the client on the day of the entry.', 'Hale & Moss'),
    debtor_account: text('Account of the client. Null until the firm has set a first debtor number.', '10001'),
    contra_account: text(
      'Revenue account, bank account or account of write-offs. Null until the firm has set it.',
      '8400',
    ),
    currency,
    net: z.number().nullable().meta({
      description: 'Amount of an invoice or credit note at one tax rate, without tax. Null for other kinds.',
      example: 100,
    }),
    tax: z.number().nullable().meta({ description: 'Tax on `net`. Null for other kinds.', example: 19 }),
    gross: amount('Amount with tax. Positive: the client owes more. Negative: the client owes less.', 119),
    tax_category: TaxCategory.nullable().meta({
      description: 'Tax category of an invoice, credit note or write-off. Null for payments and refunds.',
      example: 'S',
    }),
    tax_percent: z.number().nullable().meta({ description: 'Tax rate in percent.', example: 19 }),
    tax_key: text('Tax key of DATEV (BU-Schlüssel), if the account needs one.', null),
    method: text('Method of a payment or refund.', null),
    text: text('Reference of a payment or refund. For a credit note, the number of the corrected invoice.', null),
    vat_id: text('VAT ID of the client on the invoice or credit note. Null for payments and refunds.', null),
  })
  .meta({ id: 'JournalEntry', description: 'An entry on the account of a client and one other account.' })

/** The journal as JSON. */
export const Journal = z
  .object({
    from: z.iso.date().meta({ description: 'First day of the period.', example: '2026-10-01' }),
    to: z.iso.date().meta({ description: 'Last day of the period.', example: '2026-10-31' }),
    totals: z.array(JournalTotals).meta({ description: 'Sums by currency.' }),
    entries: z.array(JournalEntry).meta({ description: 'Entries in the order of their days.' }),
  })
  .meta({ id: 'Journal', description: 'The journal of a period for the accountant of the firm.' })

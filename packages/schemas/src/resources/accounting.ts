import { z } from 'zod'
import { fileCost } from '../crud/file.ts'
import { calendarDate } from '../fields/fields.ts'
import { namedEnum } from '../fields/named-enum.ts'
import type { Resource } from '../operations/operation.ts'
import { Journal } from './journal.ts'

const day = calendarDate.query

/** The journal for the accountant of the firm, as a file. */
export const journal = {
  file: {
    method: 'get',
    path: '/accounting/journal',
    operationId: 'getJournal',
    summary: 'Get the journal of a period',
    description:
      'Returns the invoices, credit notes, write-offs, payments and refunds of a period as journal entries. A past day keeps its entries. What is voided, reversed, credited or spent later has entries of its own day. `ETag` and `If-None-Match` work as for records. Each request is recorded in the audit log. If data is missing for `datev`, the response is 409 `missing_data`, and `details` lists what is missing.',
    scope: 'invoices:read',
    query: z.object({
      format: namedEnum(
        'JournalFormat',
        ['json', 'csv', 'datev'],
        'Format of the journal: JSON, CSV, or a DATEV booking batch.',
      )
        .optional()
        .meta({ default: 'json', description: 'Format of the file. Default: `json`.' }),
      from_date: day.optional().meta({
        description:
          'First day of the period, in the time zone of the firm. Default, together with `to_date`: the last month.',
        example: '2026-10-01',
      }),
      to_date: day.optional().meta({ description: 'Last day of the period, at most 366 days.', example: '2026-10-31' }),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'must be a currency code such as EUR')
        .optional()
        .meta({ description: 'Only entries in this currency. Default: all.', example: 'EUR' }),
      locale: z
        .string()
        .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag such as de-DE')
        .max(35)
        .optional()
        .meta({
          description:
            'For `csv` only: language and region (BCP 47) of a file for spreadsheets, with column heads in German, English or French, the decimal separator of the region, and `vat_id`. Default: a file for programs.',
          example: 'de-DE',
        }),
    }),
    responses: {},
    file: ['application/json', 'text/csv'],
    json: z.object({ data: Journal }),
    cost: fileCost,
    errors: ['missing_data'],
  },
} as const satisfies Resource

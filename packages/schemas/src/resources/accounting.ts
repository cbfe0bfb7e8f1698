import { z } from 'zod'
import { calendarDate } from '../fields/fields.ts'
import { namedEnum } from '../fields/named-enum.ts'

const day = calendarDate.query

/** The parameters of the journal. */
export const journalQuery = z.object({
  format: namedEnum('JournalFormat', ['datev', 'csv', 'json'], 'Format of the journal.')
    .optional()
    .meta({ default: 'json', description: 'Format of the file. Default: `json`.' }),
  from: day.meta({
    description: 'First day of the period, a day in the time zone of the firm.',
    example: '2026-10-01',
  }),
  to: day.meta({ description: 'Last day of the period, at most 366 days.', example: '2026-10-31' }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code such as EUR')
    .optional()
    .meta({ description: 'Only entries in this currency. Default: all.', example: 'EUR' }),
})

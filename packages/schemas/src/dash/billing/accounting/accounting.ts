import { z } from 'zod'
import { calendarDate } from '../../../fields/fields.ts'
import type { DashResource } from '../../operation.ts'
import { taxCategories } from '../../../resources/tax-rates.ts'
import { AccountingChanges, AccountingSettings } from './settings.ts'

const Settings = z.object({ data: AccountingSettings })

/** A decimal with the digits of the currency, such as `119.00`. */
const Decimal = z.string()

const Totals = z.object({
  currency: z.string().nullable(),
  /** The number of journal entries. */
  entries: z.int(),
  net: Decimal,
  tax: Decimal,
  gross: Decimal,
  taxes: z.array(z.object({ category: z.enum(taxCategories), percent: z.number(), net: Decimal, tax: Decimal })),
  payments: Decimal,
  refunds: Decimal,
  written_off: Decimal,
})

const day = calendarDate.query

/** The journal for the accountant of the firm. Its files are at `/accounting/journal`. */
export const accounting = {
  settings: {
    method: 'get',
    path: '/accounting/settings',
    operationId: 'getAccountingSettings',
    summary: 'The accounts of the journal, and the numbers of the firm in DATEV',
    scope: 'invoices:read',
    responses: { 200: Settings },
  },
  updateSettings: {
    method: 'patch',
    path: '/accounting/settings',
    operationId: 'updateAccountingSettings',
    changes: '/accounting/settings',
    password: { when: 'in live' },
    summary: 'Change the accounting settings; omitted fields stay as they are',
    scope: 'settings:write',
    body: AccountingChanges,
    responses: { 200: Settings },
  },
  totals: {
    method: 'get',
    path: '/accounting/totals',
    operationId: 'getJournalTotals',
    summary: 'The totals of a period by currency',
    scope: 'invoices:read',
    query: z.object({ from_date: day, to_date: day }),
    responses: { 200: z.object({ data: z.array(Totals) }) },
  },
} as const satisfies DashResource

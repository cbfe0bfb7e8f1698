import { z } from 'zod'
import { nonBlankLine } from '../../../fields/primitives.ts'
import { taxCategories } from '../../../resources/tax-rates.ts'
import { orNothing } from '../firm/boxes.ts'
import { chartNames, debtorPlaces } from './charts.ts'

const account = z
  .string()
  .max(8)
  .regex(/^[1-9]\d{2,7}$/, 'must be an account number of 3 to 8 digits, such as 8400')

/** In DATEV, a debtor number has one digit more than an account of the general ledger, which has 4 to 8 digits. */
export const debtorNumber = z.int().min(1).max(999_999_999)

/** The accounts of each tax category and percent. */
export const revenueAccounts = z
  .array(
    z.object({
      category: z.enum(taxCategories),
      percent: z.number().min(0).max(100),
      account,
      /** The tax key of DATEV (BU-Schlüssel). Null for an account that computes its tax automatically. */
      tax_key: z
        .string()
        .regex(/^\d{1,4}$/, 'must be a tax key of 1 to 4 digits, such as 3')
        .nullable(),
      /** Only for debtors there. Default: all debtors without a row of their own. */
      place: z.enum(debtorPlaces).optional(),
      /** The account of write-offs at this rate. Default: `write_off_account` of the settings. */
      write_off_account: account.optional(),
    }),
  )
  .max(50)

/** The accounts of payment methods that do not go to the bank account. */
export const methodAccounts = z.array(z.object({ method: nonBlankLine(64), account })).max(50)

const monthAndDay = z
  .string()
  .regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/, 'must be a month and a day from 01 to 28, such as 01-01')

export const AccountingSettings = z.object({
  consultant_number: z.int().nullable(),
  client_number: z.int().nullable(),
  fiscal_year_start: z.string().nullable(),
  account_length: z.int().nullable(),
  chart: z.enum(chartNames).nullable(),
  bank_account: z.string().nullable(),
  write_off_account: z.string().nullable(),
  first_debtor_number: z.int().nullable(),
  revenue_accounts: revenueAccounts,
  method_accounts: methodAccounts,
})

/** Omitted fields stay as they are. */
export const AccountingChanges = z.object({
  consultant_number: z.int().min(1001).max(9_999_999).nullable().optional(),
  client_number: z.int().min(1).max(99_999).nullable().optional(),
  fiscal_year_start: orNothing(monthAndDay),
  account_length: z.int().min(4).max(8).nullable().optional(),
  chart: z.enum(chartNames).nullable().optional(),
  bank_account: orNothing(account),
  write_off_account: orNothing(account),
  first_debtor_number: debtorNumber.nullable().optional(),
  revenue_accounts: revenueAccounts.optional(),
  method_accounts: methodAccounts.optional(),
})

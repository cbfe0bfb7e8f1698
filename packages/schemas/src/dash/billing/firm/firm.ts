import { z } from 'zod'
import { emailAddress } from '../../../fields/email-address.ts'
import { httpUrl, line as lineOf, text } from '../../../fields/primitives.ts'
import { currencyCode } from '../currency-code.ts'
import type { DashResource } from '../../operation.ts'
import { Country, VatId } from '../../../fields/invoice-address.ts'
import { Bic, Iban } from './bank.ts'
import { line, orNothing } from './boxes.ts'

const known = (isKnown: (value: string) => boolean, message: string) =>
  text(64).refine(isKnown, { params: { code: 'unknown' }, message })

const accepted = (make: () => unknown) => {
  try {
    make()
    return true
  } catch {
    return false
  }
}

const TimeZone = known(
  (timeZone) => /^[A-Z]/.test(timeZone) && accepted(() => new Intl.DateTimeFormat('en', { timeZone })),
  'must be a time zone such as Europe/Berlin',
)
const Locale = known(
  (locale) => accepted(() => new Intl.Locale(locale)) && Intl.NumberFormat.supportedLocalesOf(locale).length > 0,
  'must be a language and country such as de-DE',
)

const ReminderDays = text(64)
  .transform((days) => days.replaceAll(/\s+/g, ''))
  .refine((days) => /^[1-9]\d{0,2}(,[1-9]\d{0,2}){0,4}$/.test(days), {
    params: { code: 'invalid_format' },
    message: 'must be days after the due date such as 7,14,30, at most 5 of them',
  })

const fields = {
  /** As invoices show it. */
  legal_name: line,
  street: line,
  postal_code: line,
  city: line,
  region: line,
  country: orNothing(Country),
  tax_number: line,
  vat_id: orNothing(VatId),
  account_holder: line,
  bank_name: line,
  iban: orNothing(Iban),
  bic: orNothing(Bic),
  contact_name: line,
  phone: orNothing(lineOf(64)),
  email: orNothing(emailAddress),
  website: orNothing(httpUrl(2048)),
  currency: orNothing(currencyCode),
  time_zone: orNothing(TimeZone),
  locale: orNothing(Locale),
  /** Days from issue to due date. */
  payment_days: z.int().min(0).max(365).nullable().optional(),
  invoice_note: orNothing(text(4096)),
  /** Days after the due date on which clients get a reminder by email, at most 5. Null: never. */
  reminder_days: orNothing(ReminderDays),
  /** Time is billed in whole steps of so many minutes, up; null: as it was recorded. */
  increment_minutes: z
    .union([z.literal(1), z.literal(5), z.literal(6), z.literal(10), z.literal(15), z.literal(30)])
    .nullable()
    .optional(),
  /** Days after the signature for which the signer's link gives out the document. Null: 30. */
  signed_copy_days: z.int().min(1).max(3650).nullable().optional(),
  /** Years after which a signed or declined document is deleted. Null: never. */
  document_years: z.int().min(1).max(100).nullable().optional(),
}

/** Where clients are told to pay to. */
export const bankDetails = [
  'account_holder',
  'bank_name',
  'iban',
  'bic',
] as const satisfies readonly (keyof typeof fields)[]

const Text = z.string().nullable()

const Firm = z.object({
  legal_name: Text,
  street: Text,
  postal_code: Text,
  city: Text,
  region: Text,
  country: Text,
  tax_number: Text,
  vat_id: Text,
  account_holder: Text,
  bank_name: Text,
  iban: Text,
  bic: Text,
  contact_name: Text,
  phone: Text,
  email: Text,
  website: Text,
  currency: Text,
  time_zone: Text,
  locale: Text,
  payment_days: z.int().nullable(),
  invoice_note: Text,
  reminder_days: Text,
  increment_minutes: z.int().nullable(),
  signed_copy_days: z.int().nullable(),
  document_years: z.int().nullable(),
  /** Its SHA-256 in hex; the image is at `/firm/logo`. */
  logo: Text,
})

const Answer = z.object({ data: Firm })

/** Who bills, and how the firm writes numbers, money and dates. */
export const firm = {
  get: {
    method: 'get',
    path: '/firm',
    operationId: 'getFirm',
    summary: 'The details of the firm on invoices, and the format of numbers, money and dates',
    scope: null,
    responses: { 200: Answer },
  },
  update: {
    method: 'patch',
    path: '/firm',
    operationId: 'updateFirm',
    changes: '/firm',
    password: { when: 'in live', fields: [...bankDetails, 'document_years'] },
    summary: 'Change it; what is left out stays, and what was issued stays as it is',
    scope: 'settings:write',
    body: z.object(fields),
    responses: { 200: Answer },
  },
} as const satisfies DashResource

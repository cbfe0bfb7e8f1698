import { z } from 'zod'
import { Currency } from '../fields/money.ts'
import type { Resource } from '../operations/operation.ts'

const text = (description: string, example: string) => z.string().nullable().meta({ description, example })

const Firm = z
  .object({
    name: z.string().meta({
      description: 'Name of the firm on invoices. Without a legal name, the name of the account.',
      example: 'Hale & Moss LLP',
    }),
    street: text('Street and house number.', '1 Court Street'),
    postal_code: text('Postal code.', '10115'),
    city: text('City.', 'Berlin'),
    region: text('State or region.', 'Berlin'),
    country: text('Country, two letters (ISO 3166).', 'DE'),
    tax_number: text('Tax number, as printed on invoices.', '12/345/67890'),
    vat_id: text('VAT ID, as printed on invoices.', 'DE123456788'),
    contact_name: text('Contact person on invoices.', 'Ada Moss'),
    phone: text('Phone number on invoices.', '+49 30 5550142'),
    email: text('Email address on invoices.', 'office@halemoss.example'),
    website: text('URL of the website.', 'https://halemoss.example'),
    currency: Currency.meta({
      description:
        'Currency of rates and expenses, and of new invoices (ISO 4217). Null if the firm has not set one. Then amounts have no currency.',
    }),
    time_zone: z.string().meta({
      description: 'Time zone of the firm (IANA). Days, such as `due_date` and today, are days in this zone.',
      example: 'Europe/Berlin',
    }),
    locale: text('Language and region for numbers and dates on invoices (BCP 47).', 'de-DE'),
    payment_days: z
      .int()
      .nullable()
      .meta({ description: 'Days from the issue of an invoice to its due date.', example: 14 }),
    increment_minutes: z.int().nullable().meta({
      description:
        'Billing increment in minutes. `billed_hours` of a time entry is rounded up to it. Null if hours are not rounded.',
      example: 6,
    }),
  })
  .meta({ id: 'Firm', description: 'The firm: its address, currency, time zone and billing rules.' })

export const firm = {
  get: {
    method: 'get',
    path: '/firm',
    operationId: 'getFirm',
    summary: 'Get the firm',
    description:
      'Returns the name, address, currency, time zone and billing rules of the firm. Live and test have their own. Owners change them in the dashboard, under Settings → Firm.',
    scope: null,
    responses: { 200: z.object({ data: Firm }) },
  },
} as const satisfies Resource

import { z } from 'zod'
import { crud } from '../crud/crud.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { metadata } from '../fields/metadata.ts'
import { billedBy } from '../fields/billed-by.ts'
import { dayRange } from '../fields/day-range.ts'
import { memberId } from '../fields/member-id.ts'
import { about, amount, externalId, flag, freeText, moment, reference, state } from '../fields/fields.ts'

/** Sources of the rate of an hour, in order of precedence. */
export const rateSources = ['entry', 'matter_member', 'matter', 'client_member', 'client', 'member', 'firm'] as const

const Money = z.number().meta({ format: 'double' }).nullable()

const BillingRate = Money.meta({
  description:
    'Rate that one hour is billed at, without tax: `hourly_rate`, else `rate`, else the rate that the firm set for the matter, client, member or all work. Null if none of these exists. Fixed once the entry is billed.',
  example: 250,
})
const RateSource = namedEnum(
  'RateSource',
  rateSources,
  'Source of `billing_rate`. `entry` is the `hourly_rate` or `rate` of the entry itself; the others are rates that the firm set in the dashboard.',
)
  .nullable()
  .meta({ example: 'matter' })
const BilledHours = Money.meta({
  description:
    'Hours that are billed: `duration`, rounded up to the billing increment of the firm (such as 6 minutes). Fixed once the entry is billed.',
  example: 1.5,
})

export const timeEntries = crud({
  path: 'time-entries',
  noun: 'time entry',
  name: 'TimeEntry',
  about: 'Working time recorded on matters. Time entries use the scopes of matters.',
  // The specification names no scope of its own for time entries.
  read: 'matters:read',
  write: 'matters:write',
  isBilled: true,
  found: { kind: 'time_entry', title: ['description', 'activity_type'], subtitle: ['duration', 'external_id'] },
  filters: ['status', 'client_id', 'case_id', 'user_id', 'invoice_id', 'metadata'],
  days: dayRange(
    'time entries',
    ' The day of a time entry is the day of `start_time`, or else of `created_at`, in the time zone of the firm.',
  ),
  sortedBy: ['day', 'status', 'duration', 'matter'],
  fields: {
    case_id: about(reference('matters'), {
      description: 'ID of the matter that the time is recorded on. A matter is called `case` in field names.',
    }),
    client_id: about(reference('clients'), {
      description:
        'ID of the client. If the matter has a client, the entry always has the same client, and another `client_id` is ignored.',
    }),
    description: about(freeText(65_536), {
      description: 'Description of the work, as printed on the invoice.',
      example: 'Drafted the statement of claim',
    }),
    duration: about(amount, {
      description: 'Duration in hours, such as 1.5. Default: the time from `start_time` to `end_time`.',
      example: 1.5,
    }),
    start_time: about(moment, { description: 'Start of the work.', example: '2026-03-14T09:00:00.000Z' }),
    end_time: about(moment, {
      description: 'End of the work. Needs `start_time`.',
      example: '2026-03-14T10:30:00.000Z',
    }),
    is_billable: about(flag(true), { description: 'Whether the time can be billed to the client.' }),
    rate: about(amount, {
      description:
        'Price of one hour, without tax, in the currency of the firm. Used for billing only if `hourly_rate` is null.',
      example: 250,
    }),
    hourly_rate: about(amount, {
      description:
        'Price of one hour, without tax, in the currency of the firm. Takes precedence over `rate` and over all rates of the firm.',
      example: 250,
    }),
    activity_type: about(freeText(255), { description: 'Kind of work, as free text.', example: 'Drafting' }),
    status: state(['pending', 'billed', 'paid'], 'pending', {
      name: 'TimeEntryStatus',
      description:
        'Billing status: `pending` (unbilled), `billed` or `paid`. You can set any status, but an entry on an invoice follows that invoice and cannot be set to `pending`.',
    }),
    external_id: externalId,
    metadata,
  },
  derived: {
    user_id: memberId(
      'ID of the member of the account who did the work. Default: the member that the API key acts for (`acts_for` in `GET /me`). An ID that is not a current member is refused; you can send the unchanged value of a former member.',
    ),
    billing_rate: { kind: 'number', output: BillingRate, fallback: ['hourly_rate', 'rate'] },
    rate_source: { kind: 'plain', output: RateSource },
    billed_hours: { kind: 'number', output: BilledHours, fallback: ['duration'] },
    invoice_id: billedBy('time'),
  },
  rules: {
    ordered: [['start_time', 'end_time']],
    products: [['billed_hours', 'billing_rate']],
    needs: [['end_time', 'start_time']],
    someOf: ['case_id', 'duration', 'start_time', 'description'],
  },
})

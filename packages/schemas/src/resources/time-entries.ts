import { z } from 'zod'
import { crud } from '../crud/crud.ts'
import { namedEnum } from '../fields/named-enum.ts'
import { about, amount, externalId, flag, freeText, moment, reference, state } from '../fields/fields.ts'

/** Where the rate of an hour can come from; the first of these that there is counts. */
export const rateSources = ['entry', 'matter_member', 'matter', 'client_member', 'client', 'member', 'firm'] as const

const Money = z.number().meta({ format: 'double' }).nullable()

const UserId = z.uuid().nullable().meta({
  description: 'The member of the account who worked: whoever recorded it in the dashboard, null for an API key.',
  example: '7d2f9c1e-1f0a-4d59-9d0b-3c2f6a1b8e57',
})
const BillingRate = Money.meta({
  description:
    'What an hour is billed at: `hourly_rate`, or `rate`, or else the rate of the matter, client, member or firm. Null when there is none. It no longer moves once the entry is billed.',
  example: 250,
})
const RateSource = namedEnum('RateSource', rateSources, 'Where `billing_rate` comes from.')
  .nullable()
  .meta({ example: 'matter' })
const BilledHours = Money.meta({
  description:
    'The hours that are billed: `duration`, rounded up to the increment of the firm. It no longer moves once the entry is billed.',
  example: 1.5,
})

export const timeEntries = crud({
  path: 'time-entries',
  noun: 'time entry',
  name: 'TimeEntry',
  about: 'Time recorded against matters. They share the scopes of matters.',
  // The specification names no scope of its own for time entries.
  read: 'matters:read',
  write: 'matters:write',
  found: { kind: 'time_entry', title: ['description', 'activity_type'], subtitle: ['duration', 'external_id'] },
  filters: ['status', 'client_id', 'case_id'],
  sortedBy: ['day', 'status', 'duration', 'matter'],
  fields: {
    case_id: about(reference('matters'), { description: 'The matter that the time is recorded against.' }),
    client_id: about(reference('clients'), {
      description: 'The client. When left out on create, the client of the matter.',
    }),
    description: about(freeText(65_536), { description: 'What was done.', example: 'Drafted the statement of claim' }),
    duration: about(amount, {
      description: 'Hours. When left out, the time between `start_time` and `end_time`.',
      example: 1.5,
    }),
    start_time: about(moment, { description: 'When the work began.', example: '2026-03-14T09:00:00.000Z' }),
    end_time: about(moment, { description: 'When it ended.', example: '2026-03-14T10:30:00.000Z' }),
    is_billable: about(flag(true), { description: 'Whether the client is to pay for it.' }),
    rate: about(amount, { description: 'What it is charged at, in your own terms.', example: 250 }),
    hourly_rate: about(amount, { description: 'What an hour costs.', example: 250 }),
    activity_type: about(freeText(255), { description: 'The kind of work, in your own words.', example: 'Drafting' }),
    status: state(['pending', 'billed', 'paid'], 'pending', {
      name: 'TimeEntryStatus',
      description: 'How far its payment is. Any status may follow any other.',
    }),
    external_id: externalId,
  },
  derived: {
    user_id: { kind: 'uuid', output: UserId },
    billing_rate: { kind: 'number', output: BillingRate, fallback: ['hourly_rate', 'rate'] },
    rate_source: { kind: 'plain', output: RateSource },
    billed_hours: { kind: 'number', output: BilledHours, fallback: ['duration'] },
  },
  rules: {
    ordered: [['start_time', 'end_time']],
    needs: [['end_time', 'start_time']],
    someOf: ['case_id', 'duration', 'start_time', 'description'],
  },
})

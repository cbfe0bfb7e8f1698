import { crud } from '../crud/crud.ts'
import { about, amount, externalId, flag, freeText, moment, reference, state } from '../fields/fields.ts'

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
  rules: {
    ordered: [['start_time', 'end_time']],
    needs: [['end_time', 'start_time']],
    someOf: ['case_id', 'duration', 'start_time', 'description'],
  },
})

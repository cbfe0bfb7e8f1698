import { crud } from '../crud/crud.ts'
import { about, amount, calendarDate, externalId, freeText, reference, requiredText, state } from '../fields/fields.ts'

const matterStatuses = ['In Progress', 'Case Won', 'Case Closed', 'Settled', 'Dismissed', 'On Hold'] as const

export const matters = crud({
  path: 'matters',
  noun: 'matter',
  name: 'Matter',
  about: 'Cases and other mandates, with their status, budget and dates.',
  created: 'A new matter is opened',
  read: 'matters:read',
  write: 'matters:write',
  found: { kind: 'matter', title: ['title'], subtitle: ['official_case_number', 'status', 'external_id'] },
  filters: ['status', 'client_id'],
  sortedBy: ['title', 'status', 'client'],
  isReferenced: true,
  fields: {
    title: about(requiredText(255), { description: 'What it is called.', example: 'Hale v. Northgate Insurance' }),
    description: about(freeText(65_536), {
      description: 'What it is about.',
      example: 'Claim for water damage at the Mill Lane premises.',
    }),
    case_category: about(freeText(255), {
      description: 'The area of law, in your own words.',
      example: 'Civil litigation',
    }),
    service_type: about(freeText(255), {
      description: 'What is done for the client, in your own words.',
      example: 'Representation',
    }),
    status: state(matterStatuses, 'In Progress', {
      name: 'MatterStatus',
      description: 'How the matter stands. Any status may follow any other.',
    }),
    official_case_number: about(freeText(255), {
      description: 'The number the court gave it.',
      example: '2026-CV-01482',
    }),
    case_type: about(freeText(255), {
      description: 'The kind of case, in your own words.',
      example: 'Insurance dispute',
    }),
    client_id: about(reference('clients'), { description: 'The client it is handled for.' }),
    estimated_hours: about(amount, { description: 'Hours that it is expected to take.', example: 60 }),
    estimated_budget_min: about(amount, { description: 'The least that it is expected to cost.', example: 12_000 }),
    estimated_budget_max: about(amount, { description: 'The most that it is expected to cost.', example: 18_500.5 }),
    start_date: about(calendarDate, { description: 'The day on which work began or begins.', example: '2026-03-02' }),
    end_date: about(calendarDate, { description: 'The day on which it ended or is to end.', example: '2026-11-30' }),
    external_id: externalId,
  },
  rules: {
    ordered: [
      ['estimated_budget_min', 'estimated_budget_max'],
      ['start_date', 'end_date'],
    ],
  },
})

import { crud } from '../crud/crud.ts'
import { about, amount, calendarDate, externalId, freeText, reference, requiredText, state } from '../fields/fields.ts'

const matterStatuses = ['In Progress', 'Case Won', 'Case Closed', 'Settled', 'Dismissed', 'On Hold'] as const

export const matters = crud({
  path: 'matters',
  noun: 'matter',
  name: 'Matter',
  about: 'Cases and other mandates, with their status, budget and dates.',
  created: { event: 'matter.created', when: 'A new matter is opened' },
  read: 'matters:read',
  write: 'matters:write',
  found: { kind: 'matter', title: ['title'], subtitle: ['official_case_number', 'status', 'external_id'] },
  filters: ['status', 'client_id'],
  isReferenced: true,
  fields: {
    title: about(requiredText(255), { example: 'Hale v. Northgate Insurance' }),
    description: about(freeText(65_536), { example: 'Claim for water damage at the Mill Lane premises.' }),
    case_category: about(freeText(255), { example: 'Civil litigation' }),
    service_type: about(freeText(255), { example: 'Representation' }),
    status: state(matterStatuses, 'In Progress'),
    official_case_number: about(freeText(255), {
      description: 'The number the court gave it.',
      example: '2026-CV-01482',
    }),
    case_type: about(freeText(255), { example: 'Insurance dispute' }),
    client_id: about(reference('clients'), { description: 'The client it is handled for.' }),
    estimated_hours: about(amount, { example: 60 }),
    estimated_budget_min: about(amount, { example: 12_000 }),
    estimated_budget_max: about(amount, { example: 18_500.5 }),
    start_date: about(calendarDate, { example: '2026-03-02' }),
    end_date: about(calendarDate, { example: '2026-11-30' }),
    external_id: externalId,
  },
  rules: {
    ordered: [
      ['estimated_budget_min', 'estimated_budget_max'],
      ['start_date', 'end_date'],
    ],
  },
})
